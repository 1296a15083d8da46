import { Banner } from '@dolphin/ui/banner/banner'
import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { linkText } from './messages.ts'
import { useOpenBank } from './use-open-bank.ts'

/** The bank behind a running loan has to be linked again: why, and the way to it, which leads back here. */
export default function LinkBankAgain({ loanNo }: { loanNo: string }) {
  const { busy, start } = useOpenBank(loanNo)
  return (
    <Banner tone="warning" title={linkText('againTitle')}>
      <p>{linkText('again')}</p>
      <ButtonRow>
        <Button busy={busy} onClick={() => void start()}>
          {busy ? linkText('opening') : linkText('againAct')}
        </Button>
      </ButtonRow>
    </Banner>
  )
}
