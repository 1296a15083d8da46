import { Ticket } from '@dolphin/domain/channel/ticket'
import { SignStatus } from '@dolphin/domain/loans/codes'
import { useLocation } from 'wouter'
import { call } from '../../api-client/call.ts'
import { useTickets } from '../../channel/use-tickets.ts'
import { announceSigned, closeSignedNotice, useSignedNotice } from './signed-notice.ts'
import { SignedSnackbar } from './signed-snackbar.tsx'

const HOME = '/home'

/**
 * Stands in every open window of a signed-in customer: hears that something was signed, asks the server
 * whether that is so, and then leads to the home page as the signing window does.
 */
export default function SignedWatch() {
  const [path, navigate] = useLocation()
  const requestCode = useSignedNotice()
  useTickets((message) => {
    if (message.ticket === Ticket.signatureCallback) void confirmSigned(message.data.requestCode)
  })
  if (requestCode === undefined) return null
  return (
    <SignedSnackbar
      key={requestCode}
      atHome={path === HOME}
      onGo={() => {
        closeSignedNotice()
        navigate(HOME)
      }}
      onClose={closeSignedNotice}
    />
  )
}

/** A ticket is only a hint: what it says counts when the server says the same (design/security.md T12). */
async function confirmSigned(requestCode: string): Promise<void> {
  const status = await call('getRequestStatus', { query: { requestCode } }, { quiet: true })
  if (status.ok && status.value.signStatus === SignStatus.signed) announceSigned(requestCode)
}
