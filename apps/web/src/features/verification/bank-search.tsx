import { Banner } from '@dolphin/ui/banner/banner'
import { Field, FieldGroup } from '@dolphin/ui/field/field'
import { Icon } from '@dolphin/ui/icon/icon'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import styles from './bank-search.module.css'
import { connectText } from './connect-messages.ts'
import { type Institution, NOT_LISTED, type useBankSearch } from './use-bank-search.ts'

/** Longest search, as the call takes it. */
const LONGEST_WORDS = 60
/** The group of banks, for the summary of errors. */
export const BANKS_ID = 'banks'

interface BankSearchProps {
  search: ReturnType<typeof useBankSearch>
  error: string | undefined
}

/** Search by name, then the banks to choose from. One that is down says so and cannot be chosen. */
export function BankSearch({ search, error }: BankSearchProps) {
  const { words, setWords, found, chosen, pick } = search
  if (found?.directory === 'away' && found.institutions.length === 0 && words === '')
    return (
      <Banner tone="info">
        <p>{connectText('away')}</p>
      </Banner>
    )
  const banks = found?.institutions ?? []
  return (
    <>
      <Field label={connectText('find')}>
        {(wiring) => (
          <TextInput
            {...wiring}
            type="search"
            prefix={
              <span className={styles.glass}>
                <Icon name="search" size={20} />
              </span>
            }
            placeholder={connectText('example')}
            autoComplete="off"
            maxLength={LONGEST_WORDS}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        )}
      </Field>
      <p role="status" className={banks.length > 0 ? 'visually-hidden' : undefined}>
        {found && resultText(found.directory, banks.length)}
      </p>
      {banks.length > 0 && (
        <div className={styles.banks}>
          <FieldGroup id={BANKS_ID} label={connectText('choose')} hideLabel error={error}>
            <RadioGroup
              name="bank"
              value={chosen ?? ''}
              onChange={pick}
              invalid={error !== undefined}
              options={[
                ...banks.map((bank) => ({
                  value: bank.institutionId,
                  label: bank.name,
                  hint: hintOf(bank),
                  disabled: !bank.isUp,
                })),
                { value: NOT_LISTED, label: connectText('notListed'), hint: connectText('notListedHint') },
              ]}
            />
          </FieldGroup>
        </div>
      )}
    </>
  )
}

function hintOf({ isUp, failedBefore, accountMasked }: Institution): string | undefined {
  if (!isUp) return connectText('down')
  if (failedBefore) return connectText('failedBefore')
  return accountMasked === null ? undefined : connectText('usedBefore', { tail: accountMasked.slice(-4) })
}

function resultText(directory: 'asked' | 'away', count: number): string {
  if (directory === 'away') return connectText('away')
  return count === 0 ? connectText('noneFound') : connectText('found', { count })
}
