import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../display/icons.tsx'
import { useTitleFocus } from './useTitleFocus.ts'
import styles from './PageHeader.module.css'

type Crumb = Readonly<{ label: string; to?: string }>
type Props = {
  title: string
  /** The page's date or address, on the line of the title. */
  detail?: string | undefined
  /** Beside the title: a status, a code to copy. */
  aside?: ReactNode
  crumbs?: readonly Crumb[]
  pager?: ReactNode
  /** Buttons; at most one of them filled. */
  actions?: ReactNode
}

/** The title of the page and the browser tab, where the page belongs, and its actions. */
export const PageHeader = ({ title, detail, aside, crumbs, pager, actions }: Props) => {
  const heading = useTitleFocus()
  return (
    <>
      <title>{`${title} · Hearth`}</title>
      {crumbs && (
        <div className={styles['crumbs']}>
          <nav aria-label="Breadcrumb" className={styles['trail']}>
            {crumbs.map((crumb, index) => (
              <Fragment key={crumb.label}>
                {index > 0 && <Icon name="right" size={16} />}
                {crumb.to === undefined ? (
                  <span aria-current="page">{crumb.label}</span>
                ) : (
                  <Link to={crumb.to}>{crumb.label}</Link>
                )}
              </Fragment>
            ))}
          </nav>
          <span className="grow" />
          {pager}
        </div>
      )}
      <div className={styles['head']}>
        <div className={styles['title']}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
            {detail !== undefined && <small className="num"> {detail}</small>}
          </h1>
          {aside}
        </div>
        <span className="grow" />
        {actions && <div className={styles['actions']}>{actions}</div>}
      </div>
    </>
  )
}
