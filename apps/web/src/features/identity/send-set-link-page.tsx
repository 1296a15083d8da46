import { CreateAccountType } from '@dolphin/domain/identity/codes'
import { call } from '../../api-client/call.ts'
import { bootData } from '../../app/boot.ts'
import { identityText } from './messages.ts'
import { SendLinkView } from './send-link-view.tsx'

/** Request a link to create an account. */
export default function SendSetLinkPage() {
  const { portfolioId } = bootData().portfolio
  return (
    <SendLinkView
      title={identityText('sendSetTitle')}
      lead={identityText('sendSetLead')}
      hint={identityText('emailHint')}
      send={(email) =>
        call('sendCreateAccountEmail', {
          body: { portfolioId, email, createAccountType: CreateAccountType.home },
        })
      }
    />
  )
}
