import { ActionBar, BackArrow } from '@dolphin/ui/action-bar/action-bar'
import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { type ReactNode, useState } from 'react'
import { Waiting } from '../../app/waiting.tsx'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { BANKS_ID, BankSearch } from './bank-search.tsx'
import styles from './connect-bank.module.css'
import { connectText } from './connect-messages.ts'
import { linkText } from './messages.ts'
import { NOT_LISTED, useBankSearch } from './use-bank-search.ts'
import type { FallbackOptions } from './use-fallback-options.ts'
import { useOpenBank } from './use-open-bank.ts'

interface ConnectBankProps {
  loanNo: string
  /** Heading and lead: what is read, or why a bank is chosen again. */
  introduction: ReactNode
  /** Whether the bank that was linked before is chosen until the reader chooses; not where it was no help. */
  remembers?: boolean
  fallbackOptions: FallbackOptions | undefined
  onBack: (() => void) | undefined
  /** The ways without a bank link, below the banks. */
  otherWays: ReactNode
}

/** The bank is chosen, then its page opens; an outage is said before. ux.md "Bank link". */
export function ConnectBank({
  loanNo,
  introduction,
  remembers = true,
  fallbackOptions,
  onBack,
  otherWays,
}: ConnectBankProps) {
  const search = useBankSearch(loanNo, remembers)
  const [error, setError] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const refuse = (message: string) => {
    setError(message)
    setAttempt(attempt + 1)
    search.reread()
  }
  const { busy, start } = useOpenBank(loanNo, refuse)
  const { found, chosen } = search
  const hasChoice = found !== undefined && found.institutions.length > 0
  const goOn = () => {
    if (hasChoice && chosen === undefined) return refuse(connectText('select'))
    setError(undefined)
    void start({ institutionId: chosen === NOT_LISTED ? undefined : chosen })
  }
  return (
    <>
      {introduction}
      <FormErrors
        form={{ summary: error === undefined ? [] : [{ fieldId: BANKS_ID, message: error }], attempt }}
      />
      <Trouble options={fallbackOptions} />
      {found === undefined ? (
        <Waiting />
      ) : (
        <>
          <BankSearch search={search} error={error} />
          {otherWays}
          {fallbackOptions && (
            <p className={styles.provider}>{connectText('provider', { name: fallbackOptions.name })}</p>
          )}
          <ActionBar>
            {onBack && <BackArrow label={connectText('back')} onClick={onBack} />}
            <Button busy={busy} onClick={goOn}>
              {busy ? connectText('opening') : connectText('continue')}
            </Button>
          </ActionBar>
        </>
      )}
    </>
  )
}

/** An outage of the provider is said before a link is begun. */
function Trouble({ options }: { options: FallbackOptions | undefined }) {
  if (!options?.trouble) return null
  return (
    <Banner tone="warning" title={linkText('troubleTitle')}>
      <p>{linkText('trouble', { name: options.name })}</p>
    </Banner>
  )
}
