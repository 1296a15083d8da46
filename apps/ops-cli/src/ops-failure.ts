/** The server refused, cannot be reached, or is set up wrongly; the message is for the terminal. */
export class OpsFailure extends Error {
  override readonly name = 'OpsFailure'
}
