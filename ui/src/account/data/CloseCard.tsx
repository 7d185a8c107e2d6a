import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { formatInstant } from '../../components/dates/localDate.ts'
import styles from '../Account.module.css'
import { AccountCommandButton } from '../AccountCommandButton.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { TypedConfirm } from '../TypedConfirm.tsx'
import { useAccount, useZone } from '../useAccount.ts'

const LINES = ['listings', 'team', 'open'] as const

/** Closes an account; once closed, its own data can be erased. */
export const CloseCard = () => {
  const t = useText()
  const zone = useZone()
  return (
    <Card title={t('account.data.closing.title')}>
      <Loaded bare height={160} query={useAccount()} failed={t('account.data.failed')}>
        {({ id, displayName, status, closedAt }) => (
          <div className={styles['body']}>
            {status === 'closed' ? (
              <>
                <p className="num">
                  {t('account.data.closing.closed', { instant: formatInstant(closedAt ?? '', zone) })}
                </p>
                <AccountCommandButton
                  destructive
                  verb="erase-subject"
                  capability="account.erase"
                  body={{ kind: 'account', subjectId: id }}
                  label={t('account.data.closing.eraseOwn')}
                  title={`${t('account.data.closing.eraseOwn')}?`}
                  said={t('account.data.erase.asked')}
                >
                  {t('account.data.closing.eraseOwnText')}
                </AccountCommandButton>
              </>
            ) : (
              <>
                <p className="q">{t('account.data.closing.text')}</p>
                <ul className={styles['bullets']}>
                  {LINES.map((line) => (
                    <li key={line}>{t(`account.data.closing.lines.${line}`)}</li>
                  ))}
                </ul>
                <TypedConfirm
                  verb="close"
                  capability="account.close"
                  word={displayName}
                  body={{}}
                  type={t('account.data.closing.type')}
                  toConfirm={t('account.data.closing.toConfirm')}
                  submit={t('account.data.closing.submit')}
                  missing={t('account.data.closing.missing')}
                  said={t('account.data.closing.done')}
                />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  )
}
