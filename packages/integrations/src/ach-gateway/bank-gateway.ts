/** The bank's side of ACH: files go out once, files come in and are put away once they are read. */
export interface BankGateway {
  /**
   * Hands a whole file over, once. The same name with the same text is the same hand-over (a run repeated
   * after a crash); the same name with another text throws `BankFileConflict` and leaves the first as it is.
   */
  submit(fileName: string, text: string): Promise<BankFileReceipt>
  /** What the bank says it has of the files that wait for it here; none where they lie at the bank itself. */
  listAcknowledged(): Promise<readonly Acknowledgment[]>
  /** Removes a file that the bank has; its hash stays, so that it is never transmitted again. Repeating it is harmless. */
  removeAcknowledged(file: InboundName): Promise<void>
  /**
   * Files that wait, by name. Hidden files and names that are no plain ones are not ours to read, and one that changed a
   * moment ago is left for the next round: the bank may still be writing it.
   */
  listInbound(): Promise<readonly InboundFile[]>
  /** The bytes of a file that waits; undefined when it is gone or changed while it was read. Throws `BankFileTooLarge`. */
  fetch(fileName: string): Promise<InboundBytes | undefined>
  /**
   * Puts a file away that was read, if these are still its bytes; one that was replaced meanwhile stays and is listed
   * again. Repeating it is harmless.
   */
  archive(file: InboundName): Promise<void>
  /** As `archive`, for a file that was refused whole: it is kept apart, for a person to look at. */
  quarantine(file: InboundName): Promise<void>
}

/** That the bank has a file. */
export interface Acknowledgment {
  readonly fileName: string
  /** Of the bytes that it has, in lower case; undefined where it does not say. */
  readonly sha256: string | undefined
}

/** How long a file that comes in must not have changed, by this machine's clock, before it counts as written to its end. */
export interface Quiet {
  readonly forMs: number
  readonly now: () => Date
}

/** Every file counts as written to its end, whenever it changed. */
export const NO_QUIET: Quiet = { forMs: 0, now: () => new Date(0) }

/** `modifiedAt`: milliseconds since 1970, as the file system says. */
export const isQuiet = ({ forMs, now }: Quiet, modifiedAt: number): boolean =>
  forMs === 0 || now().getTime() - modifiedAt >= forMs

/** A file that came in, with the hash of the bytes that were read. */
export type InboundName = { readonly fileName: string; readonly sha256: string }

export type BankFileReceipt = { readonly sha256: string; readonly alreadySubmitted: boolean }
export type InboundFile = { readonly fileName: string; readonly byteCount: number }
export type InboundBytes = { readonly bytes: Uint8Array; readonly sha256: string }

/** The file name was transmitted before with other content; sending both would move money twice. */
export class BankFileConflict extends Error {
  constructor(readonly fileName: string) {
    super(`another file was submitted as ${fileName}`)
    this.name = 'BankFileConflict'
  }
}

/** A file that comes in is larger than any return file is; a person has to look at it. */
export class BankFileTooLarge extends Error {
  constructor(readonly fileName: string) {
    super(`${fileName} is larger than ${MOST_INBOUND_BYTES} bytes`)
    this.name = 'BankFileTooLarge'
  }
}

/** Why the bank could not be asked. `hostKey` and `signIn` do not mend themselves: the settings are wrong. */
export type BankFailureReason = 'hostKey' | 'signIn' | 'timeOut' | 'connection' | 'refused'

/** The bank's server did not do what it was asked; the words hold no password and no file's content. */
export class BankUnreachable extends Error {
  constructor(
    readonly operation: string,
    readonly reason: BankFailureReason,
    detail: string,
  ) {
    super(`bank server, ${operation}: ${reason} (${detail.slice(0, 200)})`)
    this.name = 'BankUnreachable'
  }
}

/** About 700,000 entries: a hundred times the busiest day's returns. */
export const MOST_INBOUND_BYTES = 64 * 1_024 * 1_024

const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,90}(?:\.[A-Za-z0-9]{1,8})?$/
/** What a bank may call a file: anything but a path, a hidden file and signs that are none. */
const INBOUND_NAME = /^[^\p{C}/\\.][^\p{C}/\\]{0,199}$/u

/** Names that we give: no folder, no hidden file, nothing that a shell or a bank's script trips over. */
export function requirePlainName(fileName: string): void {
  if (!FILE_NAME.test(fileName)) throw new RangeError('a bank file needs a plain name')
}

/** Names that banks give have points, blanks and brackets in them; they still name no folder and nothing hidden. */
export const isInboundName = (fileName: string): boolean =>
  INBOUND_NAME.test(fileName) && !/\.(part|tmp|filepart)$/i.test(fileName)

/** Throws for what `listInbound` never names. */
export function requireInboundName(fileName: string): void {
  if (!isInboundName(fileName)) throw new RangeError('no such name among the bank files that wait')
}

/** Banks give a name twice (one for every day), so the archive tells files apart by their bytes. */
export const archiveName = ({ fileName, sha256 }: InboundName): string => `${sha256.slice(0, 16)}-${fileName}`
