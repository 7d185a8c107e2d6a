import '../texts.ts'
import {
  findCurrentDocument,
  TAX_DOCUMENT_FORMS,
  type TaxDocumentForm,
  type TaxProfile,
} from '@hearth/contracts/tax-profile'
import { ConfirmedCommand } from '../../components/dialog/ConfirmedCommand.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { HostSearch } from '../../components/form/HostSearch.tsx'
import { Segments } from '../../components/form/Segments.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useText } from '../../i18n/text.ts'
import { useSearchChange } from '../../navigation/useSearchChange.ts'
import { useCan } from '../../session/session.ts'
import styles from '../TaxProfile.module.css'
import { useThisYear } from '../useTaxPreview.ts'
import { useTaxProfile } from '../useTaxProfile.ts'
import { DocumentLine } from './DocumentLine.tsx'

type FormProps = Readonly<{ accountId: string; profile: TaxProfile; form: TaxDocumentForm; year: number }>

/** One form of the year: issued, or to be issued or corrected. */
const FormOfYear = ({ accountId, profile: { documents }, form, year }: FormProps) => {
  const t = useText()
  const mayIssue = useCan('tax.issue')
  const current = findCurrentDocument(documents, form, year)
  const name = `${form} ${year}`
  const shared = {
    resource: 'tax-profiles',
    id: accountId,
    title: t(`taxProfile.documents.${current === undefined ? 'issueTitle' : 'correctTitle'}`, { name }),
    keep: t('taxProfile.documents.keep'),
  }
  return (
    <li className={styles['document']}>
      {current === undefined ? (
        <p>{t('taxProfile.documents.notIssued', { name })}</p>
      ) : (
        documents
          .filter((one) => one.form === form && one.year === year)
          .map((one) => (
            <DocumentLine key={one.id} accountId={accountId} document={one} documents={documents} />
          ))
      )}
      {mayIssue &&
        (current === undefined ? (
          <ConfirmedCommand
            {...shared}
            verb="issue-document"
            body={{ form, year }}
            label={t('taxProfile.documents.issue', { name })}
            text={t('taxProfile.documents.issueText')}
            saved={t('taxProfile.documents.issueDone', { name })}
          />
        ) : (
          <ConfirmedCommand
            {...shared}
            verb="correct-document"
            body={{ documentId: current.id }}
            label={t('taxProfile.documents.correct', { name })}
            text={t('taxProfile.documents.correctText')}
            saved={t('taxProfile.documents.correctDone', { name })}
          />
        ))}
    </li>
  )
}

const Documents = ({ accountId }: { accountId: string }) => {
  const t = useText()
  const [search, change] = useSearchChange()
  const last = useThisYear() - 1
  const year = search.get('year') === String(last - 1) ? last - 1 : last
  const query = useTaxProfile(accountId)
  return (
    <Card
      title={t('taxProfile.documents.ofYear', { year })}
      action={
        <Segments
          label={t('taxProfile.draft.year')}
          options={[last - 1, last].map((one) => ({ key: String(one), text: String(one) }))}
          chosen={String(year)}
          onChange={(one) => change({ year: one })}
        />
      }
    >
      <Loaded bare query={query} failed={t('taxProfile.documents.failed')}>
        {(profile) => (
          <ul className={styles['documents']}>
            {TAX_DOCUMENT_FORMS.map((form) => (
              <FormOfYear key={form} accountId={accountId} profile={profile} form={form} year={year} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

/** Staff issue the forms of a year that is over, and correct them. */
const TaxDocumentsReport = () => {
  const t = useText()
  const [search, change] = useSearchChange()
  const maySee = useCan('tax.read')
  const account = search.get('account') ?? ''
  if (!maySee) return <p>{t('taxProfile.documents.denied')}</p>
  return (
    <div className={styles['draft']}>
      <Card title={t('taxProfile.documents.accounts')}>
        <div className={styles['body']}>
          {/* Forms of a year are due after an account was closed, too. */}
          <HostSearch closedToo chosen={account} onChange={({ id }) => change({ account: id })} />
        </div>
      </Card>
      {account === '' ? (
        <p className="q">{t('taxProfile.documents.choose')}</p>
      ) : (
        <Documents accountId={account} />
      )}
    </div>
  )
}
export default TaxDocumentsReport
