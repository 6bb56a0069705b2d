/** The keys of what is done with cases: with the selection, or with the case the keyboard is at where nothing is selected. */
export const actKeys = {
  queue: 'q',
  refresh: 'shift+r',
  label: 'l',
  state: 's',
  watch: 'w',
  unwatch: 'shift+w',
  export: 'shift+e',
  remove: 'mod+shift+d',
} as const;
