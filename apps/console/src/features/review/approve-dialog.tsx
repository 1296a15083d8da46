import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { call } from '../../calls/call.ts'
import { reviewText } from './messages.ts'
import { ReviewAct, type ReviewDialogProps } from './review-dialog.tsx'

/** Approves the loan; above one's limit it is entered for a colleague. */
export function ApproveDialog({ row, onClose, onDecided }: ReviewDialogProps) {
  const { loanNo, customerName, amount, signStatus, newTermsReason } = row
  return (
    <ReviewAct
      title={reviewText.approveTitle(loanNo)}
      act={reviewText.approve}
      onClose={onClose}
      onDone={(approvalNo) => onDecided(reviewText.done.approve(customerName), approvalNo)}
      send={(note) => call('approveLoan', { body: { loanNo, note, mode: FormActionMode.save } })}
    >
      <p>
        {newTermsReason === null ? reviewText.approveEffect(amount, signStatus === 1) : reviewText.newTerms}
      </p>
      {newTermsReason !== null && <p className="muted">{newTermsReason}</p>}
    </ReviewAct>
  )
}
