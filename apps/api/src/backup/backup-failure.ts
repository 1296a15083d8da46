/** A backup cannot be made, trusted or brought back; the message says why and what to do. Nothing was half done. */
export class BackupFailure extends Error {
  override readonly name = 'BackupFailure'
}
