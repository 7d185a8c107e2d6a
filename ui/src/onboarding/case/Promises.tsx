import { useText, type Text } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { formatClock, formatDay, wallClock } from '../../components/dates/localDate.ts'
import styles from './CasePage.module.css'
import { listOpenSteps, computePhase, readStates } from './hub.ts'
import type { OnboardingCase } from '../../data/queries/useCase.ts'

type Promised = Readonly<{ key: string; when: string; what: string; by: string }>

const formatDate = (instant: string, zone: string) => formatDay(wallClock(instant, zone).date)

/** Whether the bank is checked, and when the photographer comes or delivers. */
const waitingPromises = (onboarding: OnboardingCase, zone: string, t: Text): readonly Promised[] => {
  const { photoshoot } = onboarding
  const promises: Promised[] = []
  if (readStates(onboarding).payoutSettings === 'waiting')
    promises.push({
      key: 'bank',
      when: t('onboarding.promise.days3'),
      what: t('onboarding.promise.bank'),
      by: t('onboarding.promise.bankBy'),
    })
  if (photoshoot?.startsAt != null && photoshoot.status === 'scheduled')
    promises.push({
      key: 'shoot',
      when: formatDate(photoshoot.startsAt, zone),
      what: t('onboarding.promise.shoot', { time: formatClock(photoshoot.startsAt, zone) }),
      by: t('onboarding.promise.shootBy'),
    })
  if (photoshoot?.deliverBy != null && photoshoot.status === 'shot')
    promises.push({
      key: 'photos',
      when: formatDate(photoshoot.deliverBy, zone),
      what: t('onboarding.promise.photos'),
      by: t('onboarding.promise.photosBy'),
    })
  return promises
}

const reviewPromise = (inReview: boolean, day: string | null, t: Text): Promised => ({
  key: 'review',
  when: inReview && day !== null ? day : t('onboarding.promise.businessDays'),
  what: t('onboarding.promise.review'),
  by: t(inReview ? 'onboarding.promise.reviewRuns' : 'onboarding.promise.reviewBy'),
})

const usePromises = (onboarding: OnboardingCase, zone: string): readonly Promised[] => {
  const t = useText()
  const { nextDate, liveAt } = onboarding
  if (liveAt !== null)
    return [
      {
        key: 'live',
        when: formatDate(liveAt, zone),
        what: t('onboarding.promise.liveSince'),
        by: t('onboarding.promise.liveSinceBy'),
      },
    ]
  const open = listOpenSteps(onboarding).length
  const phase = computePhase(onboarding)
  const steps: Promised = {
    key: 'steps',
    when: t('onboarding.promise.now'),
    what: t('onboarding.promise.steps', { smart_count: open }),
    by: t('onboarding.promise.stepsBy'),
  }
  return [
    ...(open > 0 ? [steps] : []),
    ...waitingPromises(onboarding, zone, t),
    ...(phase <= 2
      ? [reviewPromise(phase === 2, nextDate === null ? null : formatDate(nextDate, zone), t)]
      : []),
    {
      key: 'live',
      when: t('onboarding.promise.afterwards'),
      what: t('onboarding.promise.live'),
      by: t('onboarding.promise.liveBy'),
    },
  ]
}

/** What comes next, in order, with the promised dates. */
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
