import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { formatDay, wallClock } from '../../components/dates/localDate.ts'
import styles from './CasePage.module.css'
import { openSteps, phaseOf, statesOf } from './hub.ts'
import type { OnboardingCase } from '../../data/queries/useCase.ts'

type Promised = Readonly<{ key: string; when: string; what: string; by: string }>

const usePromises = (onboarding: OnboardingCase, zone: string): readonly Promised[] => {
  const t = useText()
  const day = (instant: string) => formatDay(wallClock(instant, zone).date)
  const { photoshoot, nextDate, liveAt } = onboarding
  const open = openSteps(onboarding).length
  const states = statesOf(onboarding)
  const phase = phaseOf(onboarding)
  if (liveAt !== null)
    return [
      {
        key: 'live',
        when: day(liveAt),
        what: t('onboarding.promise.liveSince'),
        by: t('onboarding.promise.liveSinceBy'),
      },
    ]
  return [
    ...(open > 0
      ? [
          {
            key: 'steps',
            when: t('onboarding.promise.now'),
            what: t('onboarding.promise.steps', { smart_count: open }),
            by: t('onboarding.promise.stepsBy'),
          },
        ]
      : []),
    ...(states.payoutSettings === 'waiting'
      ? [
          {
            key: 'bank',
            when: t('onboarding.promise.days3'),
            what: t('onboarding.promise.bank'),
            by: t('onboarding.promise.bankBy'),
          },
        ]
      : []),
    ...(photoshoot?.startsAt != null && photoshoot.status === 'scheduled'
      ? [
          {
            key: 'shoot',
            when: day(photoshoot.startsAt),
            what: t('onboarding.promise.shoot', { time: wallClock(photoshoot.startsAt, zone).time }),
            by: t('onboarding.promise.shootBy'),
          },
        ]
      : []),
    ...(photoshoot?.deliverBy != null && photoshoot.status === 'shot'
      ? [
          {
            key: 'photos',
            when: day(photoshoot.deliverBy),
            what: t('onboarding.promise.photos'),
            by: t('onboarding.promise.photosBy'),
          },
        ]
      : []),
    ...(phase <= 2
      ? [
          {
            key: 'review',
            when: phase === 2 && nextDate !== null ? day(nextDate) : t('onboarding.promise.businessDays'),
            what: t('onboarding.promise.review'),
            by: t(phase === 2 ? 'onboarding.promise.reviewRuns' : 'onboarding.promise.reviewBy'),
          },
        ]
      : []),
    {
      key: 'live',
      when: t('onboarding.promise.afterwards'),
      what: t('onboarding.promise.live'),
      by: t('onboarding.promise.liveBy'),
    },
  ]
}

/** What comes next, in order, with the date that is promised. */
export const Promises = ({ onboarding, zone }: { onboarding: OnboardingCase; zone: string }) => {
  const t = useText()
  return (
    <Card title={t('onboarding.promise.title')} className={styles['promises']}>
      <ul>
        {usePromises(onboarding, zone).map(({ key, when, what, by }) => (
          <li key={key}>
            <b className="num">{when}</b>
            <span>
              {what}
              <span className="cap c">{by}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
