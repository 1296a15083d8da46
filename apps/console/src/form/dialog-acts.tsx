import { Button } from '@dolphin/ui/button/button'

interface DialogActsProps {
  act: string
  busy: boolean
  tone?: 'forward' | 'danger'
  onClose: () => void
}

/** What a dialog of the desk ends with: its act, and the way out. */
export function DialogActs({ act, busy, tone = 'forward', onClose }: DialogActsProps) {
  return (
    <div className="acts">
      <Button type="submit" variant={tone} busy={busy}>
        {act}
      </Button>
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
    </div>
  )
}
