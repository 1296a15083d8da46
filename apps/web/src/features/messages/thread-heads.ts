import { reads } from '../../api-client/with-queries.tsx'

/** The name of the conversation that is about no loan. */
export const ACCOUNT_THREAD = 'account'

/**
 * The newest page of one conversation: the heads of all come with it. Menu and page share the reading, which is quiet
 * because the menu also stands on pages that a session which has ended must not lead away from.
 */
export const threadHeads = reads('listMessage', { query: { thread: ACCOUNT_THREAD } }, { quiet: true })
