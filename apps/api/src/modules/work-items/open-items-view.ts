import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import { borrowerWords } from '@dolphin/domain/work-items/work-item-rules'

/** What the borrower of a loan reads of its open work items. A bank link that ended has a banner of its own with its act. */
export const openItemsView = (kinds: readonly WorkItemKind[]) => ({
  statusNotes: borrowerWords(kinds.filter((kind) => kind !== 'bankLinkEnded')),
  linkBankAgain: kinds.includes('bankLinkEnded'),
})
