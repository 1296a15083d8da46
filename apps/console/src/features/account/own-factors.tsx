import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { dayAndTimeText, dayText } from '../../time/instant-text.ts'
import styles from './account.module.css'
import { accountText } from './messages.ts'
import type { Account, Factor } from './proof.ts'
import { ProofDialog } from './proof-dialog.tsx'

interface OwnFactorsProps {
  factors: readonly Factor[]
  /** Whether a synced passkey confirms what moves money or someone's access. */
  syncedConfirms: boolean
  onChanged: (account: Account) => void
}

/** By what the employee signs in; passkeys are added and removed by a proof. */
export function OwnFactors({ factors, syncedConfirms, onChanged }: OwnFactorsProps) {
  const [open, setOpen] = useState<'add' | Factor>()
  const [result, setResult] = useState<string>()
  return (
    <section className="panel padded">
      <h2>{accountText.passkeys}</h2>
      <p className="muted">{accountText.passkeysLead}</p>
      {!syncedConfirms && factors.some(({ synced }) => synced) && <p>{accountText.syncedLead}</p>}
      <ul className={styles.list}>
        {factors.map((factor) => (
          <li key={factor.factorId}>
            <div>
              <b>{nameOf(factor)}</b>
              <p className="small muted">{factsOf(factor)}</p>
            </div>
            {factor.kind !== 'password' && (
              <Button
                variant="secondary"
                aria-label={accountText.removeTitle(nameOf(factor))}
                onClick={() => setOpen(factor)}
              >
                {accountText.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className={styles.result}>
        {result}
      </p>
      <Button onClick={() => setOpen('add')}>{accountText.add}</Button>
      {open !== undefined && (
        <ProofDialog
          task={open}
          hasPasskey={factors.some(({ kind }) => kind === 'passkey')}
          onClose={() => setOpen(undefined)}
          onDone={(account, line) => {
            setOpen(undefined)
            setResult(line)
            onChanged(account)
          }}
        />
      )}
    </section>
  )
}

const nameOf = ({ kind, name }: Factor): string =>
  ({ passkey: name, password: accountText.password, openId: accountText.singleSignOn(name) })[kind]

function factsOf({ kind, synced, madeAt, lastUsedAt }: Factor): string {
  const place = synced === true ? accountText.synced : accountText.onDevice
  const facts = [
    ...(kind === 'passkey' ? [place] : []),
    accountText.made(dayText(madeAt)),
    lastUsedAt === null ? accountText.neverUsed : accountText.used(dayAndTimeText(lastUsedAt)),
  ]
  return facts.join(', ')
}
