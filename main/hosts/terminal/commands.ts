/** The commands that use the data directory of the console. */
export const consoleCommands = ['read', 'media', 'cases', 'delete'] as const;
