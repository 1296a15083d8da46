import { useEffect, useState } from 'react'

/** Single letters can be switched off. Source: WCAG 2.2, 2.1.4. */
const KEYS = 'desk.keys'

const areKeysOn = (): boolean => localStorage.getItem(KEYS) !== 'off'

/** Whether single letters act, and the switch for it, which this browser keeps. */
export function useKeySwitch(): readonly [isOn: boolean, turn: (on: boolean) => void] {
  const [isOn, setOn] = useState(areKeysOn)
  const turn = (on: boolean) => {
    localStorage.setItem(KEYS, on ? 'on' : 'off')
    setOn(on)
  }
  return [isOn, turn]
}

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** Listens for single keys, but where text is typed, a dialog stands open, or letters are switched off. */
export function useKeys(acts: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const act = acts[event.key]
      const isOther = event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)
      if (act === undefined || isOther || !areKeysOn() || document.querySelector('dialog[open]')) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [acts])
}

/** How long `g` waits for its letter. */
const GO_MS = 1_500

/** `g` and then a letter goes to a place; until then the letter means nothing else. Source: docs/design/console.md, Keyboard. */
export function useGoKeys(places: ReadonlyMap<string, string>, go: (path: string) => void): void {
  useEffect(() => {
    let waitsUntil = 0
    const listen = (event: KeyboardEvent) => {
      const isOther = event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)
      if (isOther || !areKeysOn() || document.querySelector('dialog[open]')) return
      if (event.timeStamp < waitsUntil) {
        const path = places.get(event.key)
        waitsUntil = 0
        event.stopPropagation()
        event.preventDefault()
        if (path !== undefined) go(path)
      } else if (event.key === 'g') waitsUntil = event.timeStamp + GO_MS
    }
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [places, go])
}
