import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'

/**
 * Loads a component's code when it is first wanted, so that no page waits for it.
 * @returns the component once it has loaded
 */
export function useLazy<Props>(
  load: () => Promise<ComponentType<Props>>,
  isWanted: boolean,
  onFailure: () => void,
): ComponentType<Props> | undefined {
  const [Part, setPart] = useState<ComponentType<Props>>()
  const isMissing = isWanted && !Part
  const failed = useEffectEvent(onFailure)
  useEffect(() => {
    if (isMissing) load().then(part => setPart(() => part), failed)
  }, [isMissing, load])
  return Part
}
