import { AMENITY_CODES } from '@hearth/contracts/listing/sections/amenityCatalogue'
import { HAZARDS } from '@hearth/contracts/listing/sections/amenities'
import type { StepProblem } from '@hearth/contracts/onboarding/rules/facts'
import type { StepState } from '@hearth/contracts/onboarding'
import { useText, type Text } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { formatAmenity } from '../../listing-sections/forms/amenityWords.ts'
import { formatAnchor } from '../../listing-sections/fields/Question.tsx'
import styles from '../Onboarding.module.css'

/** The element of a pointer's question: the longest part of the pointer that is on the page. */
const findElement = (pointer: string) => {
  const parts = pointer.split('/').filter((part) => part !== '')
  for (let length = parts.length; length > 0; length -= 1) {
    const found = document.getElementById(`field-${parts.slice(0, length).join('-')}`)
    if (found) return found
  }
  // Parts outside sections, such as the registration, are on the page as a whole.
  return document.getElementById(formatAnchor(parts[0] ?? '', ''))
}

const show = (pointer: string) => {
  const element = findElement(pointer)
  if (!element) return
  element.scrollIntoView({ block: 'center', behavior: 'auto' })
  element
    .querySelector<HTMLElement>('input:not([type="file"]), select, textarea, button')
    ?.focus({ preventScroll: true })
}

/** The number of problems that are listed; the rest are counted. */
const FIRST = 8

/** The subject of a problem whose text is the same for every amenity. */
const findSubject = (pointer: string, t: Text): string | undefined => {
  const [section, field, key] = pointer.split('/').slice(1)
  if (section !== 'amenities') return undefined
  if (field === 'hazards') {
    const hazard = HAZARDS.find((one) => one === key)
    return hazard && t(`onboarding.amenity.hazards.${hazard}`)
  }
  const code = AMENITY_CODES.find((one) => one === key)
  return code && formatAmenity(code)
}

/** What keeps a step from being completed, each with a link to its question. */
export const MissingList = ({
  problems,
  state,
  notApplicable,
}: {
  problems: readonly StepProblem[]
  state: StepState
  notApplicable: string | null
}) => {
  const t = useText()
  const isDone = state === 'complete'
  return (
    <Card title={t('onboarding.page.missing')} note={problems.length > 0 ? problems.length : undefined}>
      <div className={styles['missing']}>
        {state === 'not_applicable' && (
          <p>{t('onboarding.page.notApplicable', { reason: notApplicable ?? '' })}</p>
        )}
        {state === 'needs_changes' && <p className="q">{t('onboarding.page.fallen')}</p>}
        {problems.length === 0 && state !== 'not_applicable' && (
          <p>
            <Icon name="check" size={16} color="var(--ok)" style={{ verticalAlign: 'text-bottom' }} />{' '}
            {t(isDone ? 'onboarding.page.complete' : 'onboarding.page.nothingMissing')}
          </p>
        )}
        {problems.length > 0 && (
          <ul>
            {problems.slice(0, FIRST).map(({ pointer, code, detail }) => {
              const subject = findSubject(pointer, t)
              return (
                <li key={`${pointer} ${code}`}>
                  <button type="button" className="link" onClick={() => show(pointer)}>
                    {subject === undefined ? detail : `${subject}: ${detail}`}
                  </button>
                </li>
              )
            })}
            {problems.length > FIRST && (
              <li className="small q">
                {t('onboarding.page.more', { smart_count: problems.length - FIRST })}
              </li>
            )}
          </ul>
        )}
      </div>
    </Card>
  )
}
