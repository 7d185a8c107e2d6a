import type { Readiness } from '@hearth/contracts/listing'
import { Link } from 'react-router-dom'
import { Icon } from '../../components/display/icons.tsx'
import { useText } from '../../i18n/text.ts'
import styles from './ReadinessList.module.css'

/** Go-live conditions; each that fails says why and links to the page on which it is fixed. */
export const ReadinessList = ({
  conditions,
  onFollow,
}: {
  conditions: Readiness['conditions']
  onFollow?: () => void
}) => {
  const t = useText()
  return (
    <ul className={styles['list']}>
      {conditions.map(({ code, detail, route }) => (
        <li key={code}>
          <span className={detail === null ? styles['ok'] : styles['todo']}>
            <Icon name={detail === null ? 'check' : 'alert'} size={16} />
          </span>
          <span className={detail === null ? 'q' : 'strong'}>
            {t(`onboarding.readiness.conditions.${code}`)}
            <span className="sr">
              , {t(detail === null ? 'onboarding.readiness.holds' : 'onboarding.readiness.missing')}
            </span>
          </span>
          {route !== null && (
            <Link
              className="link small"
              to={route}
              aria-label={`${t('onboarding.readiness.complete')}: ${t(`onboarding.readiness.conditions.${code}`)}`}
              {...(onFollow === undefined ? {} : { onClick: onFollow })}
            >
              {t('onboarding.readiness.complete')}
            </Link>
          )}
          {detail !== null && <p className="small q">{detail}</p>}
        </li>
      ))}
    </ul>
  )
}
