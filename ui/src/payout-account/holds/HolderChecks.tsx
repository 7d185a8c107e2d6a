import { useGetList, useGetMany } from 'react-admin'
import type { PayoutMethod } from '@hearth/contracts/payout-account'
import { useCan } from '../../session/session.ts'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import type { Account, PayoutAccountRecord } from '../../data/records/records.ts'
import { payoutAccountTexts } from '../../i18n/en/payoutAccount.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ExplainedCommand } from '../../components/dialog/ExplainedCommand.tsx'
import { describeHolder, useMethodName } from '../methodTexts.ts'
import styles from '../PayoutSettings.module.css'
import { useStaffReason } from './useStaffReason.ts'

addTexts({ payoutAccount: payoutAccountTexts })

type DecideProps = { accountId: string; method: PayoutMethod; name: string; same: boolean }

const Decide = ({ accountId, method: { methodId, holderName }, name, same }: DecideProps) => {
  const t = useText()
  const reason = useStaffReason(accountId)
  const sentence = t(same ? 'payoutAccount.staff.acceptOf' : 'payoutAccount.staff.refuseOf', {
    holder: holderName,
    name,
  })
  return (
    <ExplainedCommand
      {...reason}
      verb={same ? 'confirm-holder-name' : 'reject-holder-name'}
      body={{ methodId }}
      label={t(same ? 'payoutAccount.staff.accept' : 'payoutAccount.staff.refuse')}
      name={sentence}
      title={t('payoutAccount.staff.checkTitle')}
      saved={t(same ? 'payoutAccount.staff.accepted' : 'payoutAccount.staff.refused')}
    >
      <p className="q">{sentence}</p>
    </ExplainedCommand>
  )
}

/**
 * Bank accounts whose holder's name differs from the account's legal name; staff decide whether they match.
 */
export const HolderChecks = () => {
  const t = useText()
  const nameOf = useMethodName()
  const may = useCan('payout-account.review')
  const query = useGetList<PayoutAccountRecord>('payout-accounts', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'changedAt', order: 'ASC' },
    filter: { unclearHolders_gte: 1 },
  })
  const { data: accounts = [] } = useGetMany<Account>(
    'accounts',
    { ids: (query.data ?? []).map(({ id }) => id) },
    { enabled: (query.data ?? []).length > 0 },
  )
  return (
    <Card title={t('payoutAccount.staff.holders')}>
      <Loaded bare height={40} query={query} failed={t('payoutAccount.staff.holdersFailed')}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={`${styles['body']} q`}>{t('payoutAccount.staff.holdersNone')}</p>
          ) : (
            <ul className={styles['rows']} aria-label={t('payoutAccount.staff.holders')}>
              {rows.flatMap(({ id, methods }) =>
                Object.values(methods)
                  .filter(({ holder, failure }) => holder === 'unclear' && failure === null)
                  .map((method) => {
                    const account = accounts.find((one) => one?.id === id)
                    const name = account?.legalName ?? account?.displayName ?? ''
                    return (
                      <li key={method.methodId}>
                        <div className={styles['what']}>
                          <p>
                            <span className="strong">{account?.displayName}</span>,{' '}
                            {account?.legalName == null
                              ? t('payoutAccount.staff.noLegal')
                              : t('payoutAccount.staff.legal', { name: account.legalName })}
                          </p>
                          <p className="small q">
                            {nameOf(method)}, {describeHolder(method)}
                          </p>
                        </div>
                        {may && (
                          <div className={styles['decide']}>
                            <Decide accountId={id} method={method} name={name} same />
                            <Decide accountId={id} method={method} name={name} same={false} />
                          </div>
                        )}
                      </li>
                    )
                  }),
              )}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
