/** The home page: the purpose of the site, a question to try, and up to three exams of each family. */
import { Link } from 'react-router'
import { families, toAttemptCertification } from '#exam/certification.ts'
import { originContext, servicesContext } from '#web/context.ts'
import { ExamToScale } from '#web/home/exam-to-scale.tsx'
import { QuestionToTry } from '#web/home/question-to-try.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { homeData } from '#web/seo/structured-data.ts'
import { home } from '#text/home.ts'
import { language } from '#text/language.ts'
import type { Route } from './+types/home.ts'
import { findShortQuestion, showInLanguage } from '#server/bank/index.ts'
import { findCertification, listCertifications } from '#server/catalogue/index.ts'
import type { Db } from '#server/db/tables.ts'
import { CertificationList } from '#web/catalogue/index.ts'
import { MemberPlace, TodayStrip } from '#web/today/index.ts'

/** Source: spec §2, home. */
const examsPerFamily = 3
/** A retired exam is shown only if it is in this list, after the active exams of its family. Source: spec §2, home. */
const shownIds = new Set(['mb-800', 'mb-300', 'mb-920', 'mb-230', 'mb-210', 'mb-910', 'pl-900', 'pl-200', 'pl-100'])
const tryFrom = 'mb-800'

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const entries = await listCertifications(db)
  return {
    shown: families.flatMap((family) => {
      const own = entries.filter((entry) => entry.family === family && (entry.status === 'active' || shownIds.has(entry.id)))
      return own.slice(0, examsPerFamily)
    }),
    total: entries.length,
    example: await findExample(db),
    question: await findQuestionToTry(db),
    about: homeData(context.get(originContext)),
  }
}

/** A question that is short enough to fit beside the headline, in the language of the page if it is translated. */
async function findQuestionToTry(db: Db) {
  const found = await findShortQuestion(db, tryFrom)
  if (!found) return null
  const { questions } = await showInLanguage(db, language.code, [found], [])
  return questions[0] ?? null
}

/** The exam of the question to try. */
async function findExample(db: Db) {
  const entry = await findCertification(db, tryFrom)
  return entry && { ...toAttemptCertification(entry), bankSize: entry.bankSize }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageMeta({ title: home.pageTitle, description: home.pageDescription, path: '/', matches, data: loaderData.about })
}

export default function Home({ loaderData: { shown, total, question, example } }: Route.ComponentProps) {
  return (
    <SitePage>
      <MemberPlace>
        <TodayStrip only="guests" />
        <div className="hero split">
          <div className="flow">
            <h1>{home.headline}</h1>
            <p className="lede">{home.lede}</p>
            <p className="row">
              <Link className="button" data-kind="primary" data-size="large" to="/certifications">
                {home.getStarted}
              </Link>
              <span className="small">{home.free}</span>
            </p>
            {example && <ExamToScale exam={example} />}
          </div>
          {question && <QuestionToTry question={question} certificationId={tryFrom} />}
        </div>
        {families.map((family) => (
          <CertificationList key={family} family={family} entries={shown.filter((entry) => entry.family === family)} kind="short" />
        ))}
        <p className="row">
          <Link className="button" to="/certifications">
            {home.allCertifications(total)}
          </Link>
          <span className="small">{home.drawnToScale}</span>
        </p>
        <section className="split apart promises" aria-label={home.howItWorks}>
          {home.promises.map(({ title, text }) => (
            <div key={title} className="flow">
              <h2>{title}</h2>
              <p className="soft">{text}</p>
            </div>
          ))}
        </section>
      </MemberPlace>
    </SitePage>
  )
}
