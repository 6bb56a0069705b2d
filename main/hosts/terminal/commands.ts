/** The commands that use the data directory of the console. */
export const consoleCommands = ['read', 'media', 'cases', 'delete'] as const;

/** The help that the program prints without a command. */
export const overview = `Usage: assay COMMAND [options]

  read            prints a conversation as the service returns it
  media           saves the files of a conversation
  cases           prints the cases of the list that match a filter
  delete          deletes the data of conversations, with receipts
  verify          checks callbacks: signature, time and content
  examine         examines a receiver of callbacks by every rule of the interface
  verify-journal  checks the journal of the console
  verify-receipt  checks a receipt, a report of deletions, the register or the file of a request
  team verify     checks the log of a team that a console saved
  team schema     prints the SQL that prepares a PostgreSQL database for a team, or runs it

“assay COMMAND --help” says more. The installed program opens the console without a command.
`;
