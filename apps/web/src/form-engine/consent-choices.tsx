import { optInWording } from '@dolphin/domain/consents/opt-in-wording'
import type { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { Checkbox } from '@dolphin/ui/checkbox/checkbox'
import { FieldGroup } from '@dolphin/ui/field/field'
import { Folded } from '@dolphin/ui/folded/folded'
import { instantDayText } from '../time/instant-text.ts'
import { pageLanguage } from '../messages/define-messages.ts'
import styles from './consent-choices.module.css'
import { formText } from './messages.ts'

/** One consent as the server words it at its present version. */
export interface ShownConsent {
  readonly kind: ConsentKind
  readonly version: number
  readonly required: boolean
  /** As it stands inside a sentence; the military one says already what it is for. */
  readonly label: string
  readonly title: string
  /** What the text comes to, in plain words. */
  readonly summary: string
  readonly text: string
  /** When it was last given; absent where it is asked for the first time. */
  readonly givenAt?: string | null
  /** The text has changed since. */
  readonly outdated?: boolean
}

export type Ticked = ReadonlySet<ConsentKind>

interface ConsentChoicesProps {
  consents: readonly ShownConsent[]
  ticked: Ticked
  onChange: (ticked: Ticked) => void
  /** The message of a required consent that is still open, by kind. */
  error: (kind: ConsentKind) => string | undefined
  /** What is optional is opened by who looks for it: on the way to a loan it is not asked for. */
  foldOptional?: boolean
}

/**
 * Consents one by one, each with its text to read; what is required stands apart from what is optional, and
 * the sentence at the end says in words what was ticked (product.md §3).
 */
export function ConsentChoices(props: ConsentChoicesProps) {
  const { consents, ticked, onChange, error, foldOptional = false } = props
  const required = consents.filter((consent) => consent.required)
  const optional = consents.filter((consent) => !consent.required)
  const chosen = consents.filter((consent) => ticked.has(consent.kind))
  const wording = optInWording(
    chosen.map(({ label }) => label),
    pageLanguage(),
  )
  const item = (consent: ShownConsent) => (
    <ConsentItem
      key={consent.kind}
      consent={consent}
      ticked={ticked.has(consent.kind)}
      error={error(consent.kind)}
      onChange={(checked) => onChange(withChoice(ticked, consent.kind, checked))}
    />
  )
  return (
    <>
      {required.length > 0 && (
        <FieldGroup label={formText('consentsRequired')}>{required.map(item)}</FieldGroup>
      )}
      {foldOptional &&
        optional.map((consent) => (
          <Folded key={consent.kind} summary={consent.title}>
            {item(consent)}
          </Folded>
        ))}
      {!foldOptional && optional.length > 0 && (
        <FieldGroup label={formText('consentsOptional')} hint={formText('consentsOptionalHint')}>
          {optional.map(item)}
        </FieldGroup>
      )}
      <output className={styles.wording}>{wording}</output>
    </>
  )
}

interface ConsentItemProps {
  consent: ShownConsent
  ticked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

function ConsentItem({ consent, ticked, error, onChange }: ConsentItemProps) {
  const id = consentFieldId(consent.kind)
  return (
    <div className={styles.item}>
      <Checkbox
        id={id}
        label={formText('agreeTo', { label: consent.label })}
        checked={ticked}
        onChange={onChange}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error ${id}-summary` : `${id}-summary`}
      />
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      <p id={`${id}-summary`} className={styles.summary}>
        {consent.summary}
      </p>
      {consent.givenAt && (
        <p className={styles.given}>
          {formText(consent.outdated ? 'consentGivenBefore' : 'consentGiven', {
            date: instantDayText(consent.givenAt),
          })}
        </p>
      )}
      <details>
        <summary>
          {formText('readConsent')}
          <span className="visually-hidden">: {consent.title}</span>
        </summary>
        <section className={styles.text} tabIndex={0} aria-label={consent.title}>
          {consent.text.split(/\n\s*\n/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
        <a
          className={styles.download}
          href={copyOf(consent)}
          download={`${consent.kind}-${consent.version}.txt`}
        >
          {formText('downloadConsent')}
        </a>
      </details>
    </div>
  )
}

/** The id that an error summary links to. */
const consentFieldId = (kind: ConsentKind): string => `consent-${kind}`

/** Yes or no to every text at its version, as the calls want it. */
export function choicesOf(consents: readonly ShownConsent[], ticked: Ticked) {
  return consents.map(({ kind, version }) => ({ kind, version, given: ticked.has(kind) }))
}

/** The required consents that are still open, as error-summary entries. */
export function openConsents(consents: readonly ShownConsent[], ticked: Ticked) {
  return consents
    .filter((consent) => consent.required && !ticked.has(consent.kind))
    .map((consent) => ({
      kind: consent.kind,
      fieldId: consentFieldId(consent.kind),
      message: formText('consentOpen', { label: consent.label }),
    }))
}

function withChoice(ticked: Ticked, kind: ConsentKind, checked: boolean): Ticked {
  const next = new Set(ticked)
  if (checked) next.add(kind)
  else next.delete(kind)
  return next
}

const copyOf = (consent: ShownConsent): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`${consent.title}\n\n${consent.text}\n`)}`
