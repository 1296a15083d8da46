import { useEffect, useMemo, useState } from 'react'
import { draftStore, loadDraft } from '../../form-engine/draft.ts'
import type { MarkChoice } from './mark.ts'

const EMPTY: MarkChoice = { way: 'typed', typedName: '' }

/** How somebody signs one thing, kept encrypted on this device, so that signing in again loses nothing typed. */
export function useMarkDraft(subject: string) {
  const [choice, setChoice] = useState(EMPTY)
  const name = `mark.${subject}`
  const keeper = useMemo(() => draftStore(name), [name])
  useEffect(() => {
    let wanted = true
    const load = async () => {
      const kept = await loadDraft(name)
      if (!wanted || kept === undefined) return
      const { way, typedName } = kept
      setChoice({
        way: way === 'drawn' ? 'drawn' : 'typed',
        typedName: typeof typedName === 'string' ? typedName : '',
      })
    }
    void load()
    return () => {
      wanted = false
    }
  }, [name])
  const change = (part: Partial<MarkChoice>) => {
    const next = { ...choice, ...part }
    setChoice(next)
    keeper.keep({ ...next })
  }
  return { choice, change, drop: keeper.drop }
}
