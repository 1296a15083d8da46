/** What the doctor found of one part of the deployment. */
export interface Finding {
  readonly part: string
  /** `notAsked`: the part is not set up, or something else has to be right first. */
  readonly state: 'right' | 'wrong' | 'notAsked'
  readonly says: string
  /** The line that mends what is wrong. */
  readonly mend?: string
}

export const right = (part: string, says: string): Finding => ({ part, state: 'right', says })
export const wrong = (part: string, says: string, mend: string): Finding => ({
  part,
  state: 'wrong',
  says,
  mend,
})
export const notAsked = (part: string, says: string): Finding => ({ part, state: 'notAsked', says })

/** Code or message of an outside part's error; neither holds a secret, since addresses with passwords are in neither. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : ''
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return `${code}${error.message.split('\n')[0] ?? ''}${cause}`
}
