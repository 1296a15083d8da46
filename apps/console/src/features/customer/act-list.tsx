import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { failureOf, queryClient, reads } from '../../calls/queries.ts'
import { ActRow, ActRows } from '../../form/act-row.tsx'
import { ACT_GROUPS, ACT_TEXTS, actText } from './act-messages.ts'
import type { FileActs } from './act-order.ts'
import styles from './acts.module.css'

/** Loaded as it is opened: most visits to a file read it and do nothing. */
const ActDialog = lazy(async () => ({ default: (await import('./act-dialog.tsx')).ActDialog }))

type Act = FileActs['acts'][number]

/** What an act changes on the page of a file. */
const CHANGED = [
  'listFileActs',
  'showCustomer',
  'customerHistory',
  'loanRecords',
  'loanLedger',
  'listDataRequest',
  'customerAudit',
  'listApproval',
] as const

const readAgain = () =>
  void Promise.all(CHANGED.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))

interface ActListProps {
  file: string
  loan: string | undefined
  groups?: typeof ACT_GROUPS
  /** Acts beside those of the loan, in a panel of their own. */
  children?: ReactNode
  onSay: (line: ReactNode) => void
}

/** What may be done in this file by who reads it; what is not possible now says why. */
export function ActList({ file, loan, groups = ACT_GROUPS, children, onSay }: ActListProps) {
  const { data, error, refetch } = useQuery(reads('listFileActs', { params: { file }, query: { loan } }))
  const [open, setOpen] = useState<Act>()
  const failure = data === undefined ? failureOf(error) : undefined
  if (failure) return <ReadingFailed failure={failure} onAgain={() => void refetch()} />
  if (data === undefined) return <Waiting />
  const done = ({ act }: Act, approvalNo: string | null) => {
    setOpen(undefined)
    onSay(resultLine(ACT_TEXTS[act].name, approvalNo))
    readAgain()
  }
  return (
    <div className={styles.groups}>
      {data.acts.length === 0 && !children && <p className="muted">{actText.none}</p>}
      {groups.map(({ name, acts }) => (
        <ActGroup
          key={name}
          name={name}
          acts={acts.flatMap((act) => data.acts.filter((one) => one.act === act))}
          onOpen={setOpen}
        />
      ))}
      {children}
      {open && (
        <Suspense fallback={null}>
          <ActDialog
            acts={data}
            act={open}
            onClose={() => setOpen(undefined)}
            onDone={(approvalNo) => done(open, approvalNo)}
            onRefused={readAgain}
          />
        </Suspense>
      )}
    </div>
  )
}

const resultLine = (act: string, approvalNo: string | null): ReactNode =>
  approvalNo === null ? (
    actText.done(act)
  ) : (
    <>
      {actText.entered(act)} <Link href={`/approvals/${approvalNo}`}>{approvalNo}</Link>.
    </>
  )

interface ActGroupProps {
  name: string
  acts: readonly Act[]
  onOpen: (act: Act) => void
}

function ActGroup({ name, acts, onOpen }: ActGroupProps) {
  if (acts.length === 0) return null
  return (
    <section className="panel padded" aria-label={name}>
      <h2>{name}</h2>
      <ActRows>
        {acts.map((one) => (
          <ActRow
            key={one.act}
            {...ACT_TEXTS[one.act]}
            note={one.takesTwo ? actText.colleague : actText.alone}
            obstacle={one.obstacle}
            onOpen={() => onOpen(one)}
          />
        ))}
      </ActRows>
    </section>
  )
}
