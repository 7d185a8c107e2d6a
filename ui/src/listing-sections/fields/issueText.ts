import type { Text } from '../../i18n/text.ts'
import type { Issue } from '../saving/sectionFields.ts'

/** The message of a schema's issue: what is wrong and what to do. */
export const formatIssue = ({ code, origin, minimum, maximum, message }: Issue, t: Text): string => {
  const kind = origin === 'string' ? 'text' : origin === 'array' ? 'list' : 'number'
  if (code === 'too_small')
    return Number(minimum) === 1 && kind === 'text'
      ? t('onboarding.wrong.empty')
      : t(`onboarding.wrong.least.${kind}`, { smart_count: Number(minimum) })
  if (code === 'too_big') return t(`onboarding.wrong.most.${kind}`, { smart_count: Number(maximum) })
  if (code === 'not_multiple_of') return t('onboarding.wrong.halves')
  if (code === 'invalid_type') return t('onboarding.wrong.type')
  if (code === 'invalid_value') return t('onboarding.wrong.choice')
  return message.startsWith('must ')
    ? t('onboarding.wrong.must', { what: message })
    : `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith('.') ? '' : '.'}`
}
