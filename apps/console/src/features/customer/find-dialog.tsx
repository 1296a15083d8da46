import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'wouter'
import { type CallValue, call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { ActForm } from '../../form/act-form.tsx'
import { TextField } from '../../form/text-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import styles from './find.module.css'
import { FIND_KIND_NAMES, findText } from './messages.ts'
import { statusText } from './status-text.ts'

type Found = CallValue<'findCustomers'>
type Hit = Found['hits'][number]

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Looks for a customer once Enter is pressed: each search counts and is logged, so none is made while typing. */
export function FindDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Found>()
  const [trouble, setTrouble] = useState<string>()
  const around = useRef<HTMLDivElement>(null)
  const { busy, start } = useAct(async () => {
    if (typed.trim() === '') return
    setTrouble(undefined)
    const result = await call('findCustomers', { body: { typed } })
    if (result.ok) setFound(result.value)
    else setTrouble(failureText(result.failure))
  })
  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const stops = [...(around.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    if (step === undefined || at < 0) return
    event.preventDefault()
    stops[at + step]?.focus()
  }
  return (
    <Dialog open title={findText.title} onClose={onClose}>
      <div ref={around} onKeyDown={walk} role="presentation">
        <ActForm onSubmit={start}>
          <TextField
            label={findText.label}
            hint={findText.hint}
            autoComplete="off"
            value={typed}
            onChange={(text) => {
              setTyped(text)
              setFound(undefined)
            }}
          />
          <Trouble text={trouble} />
          <div className="acts">
            <Button type="submit" busy={busy}>
              {findText.act}
            </Button>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </ActForm>
        <p role="status" className={styles.said}>
          {found && saidOf(found)}
        </p>
        {found !== undefined && found.hits.length > 0 && (
          <ul className={styles.hits} aria-label={findText.hits}>
            {found.hits.map((hit) => (
              <HitRow key={`${hit.portfolioId}/${hit.file}`} hit={hit} onOpen={onClose} />
            ))}
          </ul>
        )}
        <p className="small muted">{findText.logged}</p>
      </div>
    </Dialog>
  )
}

function saidOf({ kinds, hits, more }: Found): string {
  if (kinds.length === 0) return findText.unread
  const read = findText.readAs(kinds.map((kind) => FIND_KIND_NAMES[kind]).join(', or '))
  if (hits.length === 0) return `${read} ${findText.none}`
  return more ? `${read} ${findText.more}` : read
}

function HitRow({
  hit: { file, portfolioId, name, foundBy, loans },
  onOpen,
}: {
  hit: Hit
  onOpen: () => void
}) {
  return (
    <li>
      <Link href={`/customers/${file}`} className={styles.hit} onClick={onOpen}>
        <b>{name === '' ? findText.unnamed : name}</b>
        <span className={styles.portfolio}>{portfolioId}</span>
        <span className={`small muted ${styles.second}`}>
          {[
            FIND_KIND_NAMES[foundBy],
            ...loans.slice(0, SHOWN_LOANS).map((loan) => `${loan.loanNo} ${statusText(loan)}`),
          ].join('; ')}
        </span>
      </Link>
    </li>
  )
}

/** Of one customer; the file has them all. */
const SHOWN_LOANS = 3
