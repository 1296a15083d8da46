import { call } from '../../api-client/call.ts'
import { bootData } from '../../app/boot.ts'
import { identityText } from './messages.ts'
import { SendLinkView } from './send-link-view.tsx'

/** Request a link to choose a new password. */
export default function SendResetLinkPage() {
  const { portfolioId } = bootData().portfolio
  return (
    <SendLinkView
      title={identityText('sendResetTitle')}
      lead={identityText('sendResetLead')}
      send={(email) => call('sendForgotPasswordEmail', { body: { portfolioId, email } })}
    />
  )
}
