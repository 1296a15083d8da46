/** Commands of `npm run backup`; the drill is a program of its own. */
const COMMANDS = ['create', 'check', 'restore', 'move'] as const
export type BackupCommand = (typeof COMMANDS)[number]

export const isBackupCommand = (word: string): word is BackupCommand =>
  (COMMANDS as readonly string[]).includes(word)

export const HELP: Readonly<Record<BackupCommand, string>> = {
  create: `npm run backup -- create --to FOLDER [--data DIR] [--record-keys DIR] [--with-keys]
  Backs up an embedded database with its documents, the bank's folder and the clock of a demonstration. Stop the server
  first; it is refused while one runs. The copy is opened and proved before it is called a backup. FOLDER is new or
  empty. The keys are left out, so that a backup alone opens nothing; --with-keys puts them in.
  The keys of records go to one folder for all backups, record-keys beside FOLDER: each backup removes from it what was
  destroyed, so that what is erased opens in no backup.
  Example: npm run backup -- create --to /backups/dolphin-monday`,
  check: `npm run backup -- check FOLDER
npm run backup -- check --database postgres://… [--data DIR]
  Holds a backup against its manifest, file by file; or proves a database on a server, such as one just restored:
  migrations, every ledger and audit chain, every document's bytes. Exits with 1 where anything is amiss.
  Example: npm run backup -- check --database postgres://dolphin@db2/dolphin --data /var/lib/dolphin`,
  restore: `npm run backup -- restore FOLDER --into DIR [--record-keys DIR]
  Brings a backup of an embedded database back into a new or empty data folder, and proves it. A backup of another
  engine's files is refused with what to do. Keys of records are those of record-keys beside FOLDER.
  Example: npm run backup -- restore /backups/dolphin-monday --into .dolphin`,
  move: `npm run backup -- move --from DIR --to postgres://user:password@host/database
  Moves an embedded database to an empty one on a PostgreSQL server, 15 or newer, in one transaction, and proves that
  everything arrived. DIR is the data folder (DATA_DIR). Stop the server first. The embedded database is only read.
  Example: npm run backup -- move --from .dolphin --to postgres://dolphin:secret@localhost/dolphin`,
}

const DRILL = `npm run backup -- drill [--database embedded|postgresql|both] [--loans N]
  Rehearses the loss of everything on a lender of its own, restores it, and proves what came back. --help says more.`

export const OVERVIEW = [
  'Backups of a lender’s data, and the proof that they can be restored. docs/guides/backup.md',
  ...COMMANDS.map((name) => HELP[name]),
  DRILL,
].join('\n\n')
