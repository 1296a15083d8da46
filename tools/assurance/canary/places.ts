import type { Kind } from './people.ts'

/** Where the product leaves something, and what may stand there by design: the closed list. */
export const PLACES = {
  database: { may: [], why: 'every file below the database folder, the write-ahead log among them' },
  rows: { may: [], why: 'every row of every table as text: what the engine packs shows here' },
  log: { may: [], why: 'all that the server prints at the level trace' },
  metrics: { may: [], why: 'what Prometheus reads' },
  traces: { may: [], why: 'what an OpenTelemetry collector receives' },
  'data folder': { may: [], why: 'all else below DATA_DIR' },
  'temporary files': { may: [], why: 'what the server leaves in TMPDIR' },
  'error answers': { may: [], why: 'answers to requests that are refused, unknown or broken' },
  answers: {
    may: ['birthDate', 'phone', 'mail', 'street'],
    why: 'what a borrower reads of their own; an SSN or account number never comes back',
  },
  mails: { may: ['mail'], why: 'a mail names whom it goes to' },
  'text messages': { may: ['phone'], why: 'a text message names the telephone it goes to' },
  documents: {
    may: ['street', 'mail'],
    why: 'a contract as its borrower opens it names whom it binds, where they live and where mail reaches them',
  },
  objects: {
    may: [],
    why: 'documents, uploads and ACH files as they lie in the folder or bucket: each is sealed',
  },
  'bank folder': {
    may: ['account'],
    why: 'the file for the bank is what moves the money; it lies here until fetched',
  },
  'backup, database': { may: [], why: 'as in the database' },
  'backup, objects': { may: [], why: 'as in the objects' },
  'backup, bank folder': { may: ['account'], why: 'as in the bank folder' },
  'backup, the rest': { may: [], why: 'manifest and clock' },
} as const satisfies Record<string, { readonly may: readonly Kind[]; readonly why: string }>

export type Place = keyof typeof PLACES

/** Whether a value of this kind may stand in the place. */
export const mayStand = (place: Place, kind: Kind): boolean =>
  (PLACES[place].may as readonly Kind[]).includes(kind)
