import { Banner } from '@dolphin/ui/banner/banner'
import { saveText } from './save-messages.ts'
import type { StepState } from './use-step-saving.ts'

const WORDS = { saving: 'stepSaving', saved: 'stepSaved', waiting: 'stepWaiting' } as const

/** Whether what was typed is safe: the last save that waits for the connection, else the steps behind. */
export function SaveState({ waiting, steps }: { waiting: boolean; steps: StepState }) {
  return (
    <>
      {waiting && (
        <Banner tone="warning" live>
          <p>{saveText('saveWaits')}</p>
        </Banner>
      )}
      <p role="status">{!waiting && steps !== 'rest' && saveText(WORDS[steps])}</p>
    </>
  )
}
