import { useEffect, useMemo, useState } from 'react'
import { draftStore, type DraftValues, loadDraft } from '../../form-engine/draft.ts'
import type { MarkChoice } from './mark.ts'

const SIGNING_STEPS = ['consent', 'read', 'sign'] as const
export type SigningStep = (typeof SIGNING_STEPS)[number]

/** What was typed and chosen on the way to the signature; it outlives a reload and a new sign-in. */
export interface SigningDraft extends MarkChoice {
  readonly step: SigningStep
  readonly proofCode: string
  readonly automatic: '' | 'yes' | 'no'
}

const EMPTY: SigningDraft = { step: 'consent', proofCode: '', way: 'typed', typedName: '', automatic: '' }

interface StoredDraft {
  /** Undefined until what was kept is read. */
  readonly draft: SigningDraft | undefined
  readonly change: (part: Partial<SigningDraft>) => void
  readonly drop: () => void
}

/** The draft of one signing, kept encrypted on this device at every change. */
export function useSigningDraft(requestCode: string): StoredDraft {
  const [draft, setDraft] = useState<SigningDraft>()
  const name = `signing.${requestCode}`
  const keeper = useMemo(() => draftStore(name), [name])
  useEffect(() => {
    let wanted = true
    const load = async () => {
      const kept = await loadDraft(name)
      if (wanted) setDraft(kept ? fromStored(kept) : EMPTY)
    }
    void load()
    return () => {
      wanted = false
    }
  }, [name])
  const change = (part: Partial<SigningDraft>) => {
    const next = { ...(draft ?? EMPTY), ...part }
    setDraft(next)
    keeper.keep({ ...next })
  }
  return { draft, change, drop: keeper.drop }
}

function fromStored(kept: DraftValues): SigningDraft {
  const text = (key: string) => (typeof kept[key] === 'string' ? kept[key] : '')
  return {
    step: SIGNING_STEPS.find((step) => step === kept['step']) ?? EMPTY.step,
    proofCode: text('proofCode'),
    way: kept['way'] === 'drawn' ? 'drawn' : 'typed',
    typedName: text('typedName'),
    automatic: (['yes', 'no'] as const).find((choice) => choice === kept['automatic']) ?? '',
  }
}
