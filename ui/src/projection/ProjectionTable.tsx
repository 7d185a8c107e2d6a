import { Link } from 'react-router-dom'
import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import { Sparkline } from '../components/display/Sparkline.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import styles from './Projections.module.css'
import { formatCount } from '../components/display/formatCount.ts'
import { formatLag, type Line } from './projectionLines.ts'

const Trend = ({ samples }: { samples: readonly number[] }) => {
  const t = useText()
  const max = Math.max(...samples, 0)
  // A lag below a second must not look like a peak.
  const scale = Math.max(max, 1_000)
  return (
    <Sparkline
      className={styles['trend']}
      values={samples.map((lag) => lag / scale)}
      label={t('projection.list.trend', { most: formatLag(max), now: formatLag(samples.at(-1) ?? 0) })}
    />
  )
}

type Props = {
  lines: readonly Line[]
  shown: string | undefined
  history: ReadonlyMap<string, readonly number[]>
}

/** Every table of every read model; only problems have a colour. */
export const ProjectionTable = ({ lines, shown, history }: Props) => {
  const t = useText()
  const heads = ['projection', 'state', 'lag', 'trend', 'rate', 'segments', 'position'] as const
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <caption className="sr">{t('projection.list.caption')}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={styles[head]}>
                {t(`projection.list.columns.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key} aria-selected={line.key === shown ? true : undefined}>
              <th scope="row">
                <Link
                  to={to.reports({ report: 'projections', show: line.key })}
                  replace
                  className={styles['name']}
                  aria-current={line.key === shown ? 'true' : undefined}
                >
                  {line.name}
                </Link>
                <span className={`${styles['version']} num`}>
                  {t('projection.list.version', { version: line.version })}
                  {!line.serves && `, ${t('projection.list.build', { build: line.build })}`}
                </span>
              </th>
              <td>
                <StatusChip tone={line.state.tone} plain={line.state.plain}>
                  {t(line.state.text, line.state.values)}
                </StatusChip>
              </td>
              <td className={`num ${styles['lag']} ${line.late ? styles['late'] : ''}`}>
                {line.lagMs === null ? '–' : formatLag(line.lagMs)}
              </td>
              <td className={styles['trend']}>
                {line.serves && <Trend samples={history.get(line.name) ?? []} />}
              </td>
              <td className={`num q ${styles['rate']}`}>{formatCount(line.eventsPerSecond)}</td>
              <td className={`num q ${styles['segments']}`}>
                {line.held ? t('projection.list.held', line.held) : '–'}
              </td>
              <td className={`num q ${styles['position']}`}>
                {line.position === null ? '–' : formatCount(line.position)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
