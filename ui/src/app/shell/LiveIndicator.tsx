import { useIsOffline } from 'react-admin'
import { liveStatus } from '../../data/live/liveStatus.ts'
import { useMissing, useOutdated } from '../../data/records/outdated.ts'
import { useText } from '../../i18n/text.ts'
import styles from './AppBar.module.css'
import { useLastAnswer } from './useLastAnswer.ts'

/** Whether the screen is up to date. */
export const LiveIndicator = () => {
  const t = useText()
  const offline = useIsOffline()
  const live = liveStatus.use()
  const outdated = useOutdated()
  const time = useLastAnswer()
  const missing = useMissing()
  const [state, text] = offline
    ? ['lost', t(missing ? 'app.offline' : 'app.offlineSince', { time })]
    : live === 'lost' || outdated === 'failing'
      ? ['lost', t('app.lost')]
      : outdated === 'behind'
        ? ['busy', t('app.catchingUp')]
        : live === 'live'
          ? ['ok', t('app.live')]
          : ['busy', t('app.connecting')]
  return (
    <span className={styles['live']} data-state={state} role="status">
      {text}
    </span>
  )
}
