import { useText } from '../../i18n/text.ts'
import { formatDay, wallClock } from '../../components/dates/localDate.ts'
import styles from './CasePage.module.css'
import { listOpenSteps, computePhase } from './hub.ts'
import type { OnboardingCase } from '../../data/queries/useCase.ts'

/** The five phases with their dates, and the current one. */
export const CasePath = ({ onboarding, zone }: { onboarding: OnboardingCase; zone: string }) => {
  const t = useText()
  const day = (instant: string | null) =>
    instant === null ? undefined : formatDay(wallClock(instant, zone).date)
  const open = listOpenSteps(onboarding).length
  const phase = computePhase(onboarding)
  const phases = [
    { name: t('onboarding.path.started'), detail: day(onboarding.openedAt) },
    {
      name: t('onboarding.path.details', { percent: onboarding.progress }),
      detail: open === 0 ? t('onboarding.path.allDone') : t('onboarding.path.open', { smart_count: open }),
    },
    {
      name: t('onboarding.path.review'),
      detail:
        phase > 2
          ? day(onboarding.submittedAt)
          : phase === 2 && onboarding.nextDate !== null
            ? t('onboarding.path.reviewBy', { day: day(onboarding.nextDate) ?? '' })
            : t('onboarding.path.reviewTakes'),
    },
    {
      name: t('onboarding.path.approved'),
      detail: day(onboarding.approvedAt) ?? t('onboarding.path.approvedWhen'),
    },
    { name: t('onboarding.path.live'), detail: day(onboarding.liveAt) ?? t('onboarding.path.liveWhen') },
  ]
  return (
    <ol className={styles['path']} aria-label={t('onboarding.path.label')}>
      {phases.map(({ name, detail }, index) => (
        <li
          key={name}
          data-phase={index < phase ? 'done' : index === phase ? 'now' : 'later'}
          aria-current={index === phase ? 'step' : undefined}
        >
          <span aria-hidden className={styles['bar']}>
            <span
              style={{
                width: `${index < phase ? 100 : index > phase ? 0 : index === 1 ? onboarding.progress : 30}%`,
              }}
            />
          </span>
          <b>{name}</b>
          <span className="num" data-name={name}>
            {detail}
          </span>
        </li>
      ))}
    </ol>
  )
}
