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
import { Card } from '../../components/layout/Card.tsx'
import { useText } from '../../i18n/text.ts'
import { useSearchChange } from '../../navigation/useSearchChange.ts'
import { useCan } from '../../session/session.ts'
import styles from '../TaxProfile.module.css'
import { useTaxProfile } from '../useTaxProfile.ts'
import { DocumentLine } from './DocumentLine.tsx'

/** The number of the file for the tax authority that has a document; undefined where none has it. */
export type FindFileNumber = (documentId: string) => number | undefined
type FormProps = Readonly<{
  accountId: string
  profile: TaxProfile
  form: TaxDocumentForm
  year: number
  findFileNumber: FindFileNumber
}>

/** One form of the year: issued, or to be issued or corrected. */
const FormOfYear = ({ accountId, profile: { documents }, form, year, findFileNumber }: FormProps) => {
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
            <DocumentLine
              key={one.id}
              accountId={accountId}
              document={one}
              documents={documents}
              fileNumber={findFileNumber(one.id)}
            />
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

const Documents = ({
  accountId,
  year,
  findFileNumber,
}: Pick<FormProps, 'accountId' | 'year' | 'findFileNumber'>) => {
  const t = useText()
  const query = useTaxProfile(accountId)
  return (
    <Card title={t('taxProfile.documents.ofYear', { year })}>
      <Loaded bare query={query} failed={t('taxProfile.documents.failed')}>
        {(profile) => (
          <ul className={styles['documents']}>
            {TAX_DOCUMENT_FORMS.map((form) => (
              <FormOfYear
                key={form}
                accountId={accountId}
                profile={profile}
                form={form}
                year={year}
                findFileNumber={findFileNumber}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

/** Staff issue the forms of a year that is over, and correct them. */
export const TaxDocumentsReport = ({
  year,
  findFileNumber,
}: Readonly<{ year: number; findFileNumber: FindFileNumber }>) => {
  const t = useText()
  const [search, change] = useSearchChange()
  const account = search.get('account') ?? ''
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
        <Documents accountId={account} year={year} findFileNumber={findFileNumber} />
      )}
    </div>
  )
}
