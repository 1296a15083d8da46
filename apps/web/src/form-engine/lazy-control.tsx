import { type ComponentType, lazy, Suspense } from 'react'
import type { Control, ControlProps } from './control-props.ts'

/** A control that few forms have: it is loaded when one does, and only its own place waits for it. */
export function lazyControl(load: () => Promise<ComponentType<ControlProps>>): Control {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function LazyControl(props: ControlProps) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
