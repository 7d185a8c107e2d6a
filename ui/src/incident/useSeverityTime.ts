import type { Severity } from '@hearth/contracts/incident'
import { usePolicy } from '../data/queries/usePolicy.ts'
import { useText } from '../i18n/text.ts'

/** Within how long Hearth acknowledges an incident of a severity: `15 min`, `24 h`; empty until it is loaded. */
export const useSeverityTime = () => {
  const t = useText()
  const policy = usePolicy('incident')
  return (severity: Severity): string => {
    const minutes = policy?.acknowledgeMinutes[severity]
    if (minutes === undefined) return ''
    return minutes < 60
      ? t('incident.minutes', { smart_count: minutes })
      : t('incident.hours', { smart_count: minutes / 60 })
  }
}
