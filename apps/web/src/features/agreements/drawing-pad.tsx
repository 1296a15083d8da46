import type SignaturePad from 'signature_pad'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '@dolphin/ui/button/button'
import { loadChunk } from '../../app/page-loader.ts'
import { Waiting } from '../../app/waiting.tsx'
import type { DrawnMark } from './mark.ts'
import { markText } from './mark-messages.ts'
import styles from './signature-mark.module.css'

interface DrawingPadProps {
  labeledBy: string
  invalid: boolean
  /** Hears the drawing after every stroke; nothing while the pad is empty. */
  onChange: (mark: DrawnMark | undefined) => void
}

/** A pad for finger, pen or mouse; what draws comes only when somebody wants to draw. */
export function DrawingPad({ labeledBy, invalid, onChange }: DrawingPadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [pad, setPad] = useState<SignaturePad>()
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    let made: SignaturePad | undefined
    let wanted = true
    const make = async () => {
      const { default: Pad } = await loadChunk(() => import('signature_pad'), import.meta.url)
      const place = canvas.current
      if (!wanted || !place) return
      fitToScreen(place)
      const fresh = new Pad(place, { penColor: '#14213d' })
      fresh.addEventListener('endStroke', () => changed(markOf(fresh, place)))
      made = fresh
      setPad(fresh)
    }
    void make()
    return () => {
      wanted = false
      made?.off()
      changed(undefined)
    }
  }, [])
  return (
    <>
      <canvas
        ref={canvas}
        aria-labelledby={labeledBy}
        className={`${styles.pad} ${invalid ? styles.padInvalid : ''}`}
      />
      {!pad && <Waiting />}
      <Button
        variant="quiet"
        onClick={() => {
          pad?.clear()
          onChange(undefined)
        }}
      >
        {markText('clear')}
      </Button>
    </>
  )
}

/** As many dots as the screen has, so that lines are sharp; units stay those of the page. */
function fitToScreen(canvas: HTMLCanvasElement): void {
  const ratio = Math.max(window.devicePixelRatio, 1)
  canvas.width = canvas.clientWidth * ratio
  canvas.height = canvas.clientHeight * ratio
  canvas.getContext('2d')?.scale(ratio, ratio)
}

function markOf(pad: SignaturePad, canvas: HTMLCanvasElement): DrawnMark | undefined {
  if (pad.isEmpty()) return undefined
  const strokes = pad.toData().map(({ points }) => points.map(({ x, y }) => ({ x: tenths(x), y: tenths(y) })))
  return { kind: 'drawn', width: canvas.clientWidth, height: canvas.clientHeight, strokes }
}

/** A tenth of a pixel is finer than any hand, and keeps the message small. */
const tenths = (value: number): number => Math.round(value * 10) / 10
