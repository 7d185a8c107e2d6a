import { useIsOffline } from 'react-admin'
import { liveStatus } from '../../data/live/eventStream.ts'
import { catchingUp } from '../../data/http/http.ts'
import { useText } from '../../i18n/text.ts'
import styles from './AppBar.module.css'
import { useLastAnswer } from './useLastAnswer.ts'

/** Whether the screen is up to date. */
export const LiveIndicator = () => {
  const t = useText()
  const offline = useIsOffline()
  const live = liveStatus.use()
  const behind = catchingUp.use()
  const time = useLastAnswer()
  const [state, text] = offline
    ? ['lost', t('app.offline', { time })]
    : live === 'lost'
      ? ['lost', t('app.lost')]
      : behind
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
