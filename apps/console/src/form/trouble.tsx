import { Banner } from '@dolphin/ui/banner/banner'
import { useEffect, useRef } from 'react'

/** Why an act did not work; it takes focus, so that it is read. Nothing where it did. */
export function Trouble({ text }: { text: string | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text !== undefined) box.current?.focus()
  }, [text])
  if (text === undefined) return null
  return (
    <div ref={box} role="alert" tabIndex={-1}>
      <Banner tone="danger">
        <p>{text}</p>
      </Banner>
    </div>
  )
}
