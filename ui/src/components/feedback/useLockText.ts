import { capabilityOf, type Capability } from '@hearth/contracts/kernel/access'
import { useLock } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'

/** Why a button is disabled; undefined when it is not. */
export const useLockText = (capability: Capability): string | undefined => {
  const t = useText()
  const lock = useLock(capability)
  return lock && t(`edit.lock.${lock}`, { what: capabilityOf(capability).title })
}
