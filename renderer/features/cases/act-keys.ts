/** Shortcuts of the actions on cases: on the selection, or on the focused case if nothing is selected. */
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
