/**
 * `/exam/:certificationId/paper`: questions to print, with an answer key as an appendix. `exam/paper/paper-request.ts` describes the query. The page
 * is not based on an attempt, so it cannot show the answer key of a simulation in progress.
 */
import { Fragment } from 'react'
import { Link } from 'react-router'
import { familyMark } from '#exam/certification.ts'
import { drawPaper, seedOfPaper } from '#exam/paper/paper.ts'
import { parsePaperLanguage, parsePaperRequest } from '#exam/paper/paper-request.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import { servicesContext } from '#web/context.ts'
import { getCertification } from '#web/http/get-certification.ts'
import { QuestionsError } from '#web/layout/questions-error.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { AnswerKey } from '#web/practice/paper/answer-key.tsx'
import { PaperForm } from '#web/practice/paper/paper-form.tsx'
import { PaperQuestion } from '#web/practice/paper/paper-question.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { paper } from '#text/paper.ts'
import { BookText } from '#web/ui/book-text.tsx'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { English } from '#web/ui/english.tsx'
import '#web/styles/paper.css'
import '#web/styles/question-language.css'
import type { Route } from './+types/paper.ts'
import { listAnswerKeys, listQuestionsById, showInLanguage } from '#server/bank/index.ts'
import { listPinnedCaseStudies } from '#server/practice/index.ts'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const { id, name, family, skillAreas } = await getCertification(db, params.certificationId, (id) => `/exam/${id}/paper${url.search}`)
  const request = parsePaperRequest(url.searchParams)
  // Only the questions on the paper are read completely, so that the cost hardly grows with the size of the bank.
  const drawn = request ? drawPaper(await listAnswerKeys(db, id), skillAreas, request) : []
  const questions = await listQuestionsById(
    db,
    id,
    drawn.map((question) => question.id),
  )
  const language = parsePaperLanguage(url.searchParams)
  const caseStudies = await listPinnedCaseStudies(db, questions)
  return {
    certification: { id, name, family, areas: skillAreas.map((area) => area.name) },
    request,
    language,
    isTranslated: questions.some(({ languages }) => languages),
    ...(await showInLanguage(db, language, questions, caseStudies, request && seedOfPaper(request))),
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? pageMeta({ title: paper.pageTitle(loaderData.certification.id.toUpperCase()), matches }) : []
}

export default function Paper({ loaderData }: Route.ComponentProps) {
  const { certification, request, language, isTranslated, questions, caseStudies } = loaderData
  const { id, name, family, areas } = certification
  return (
    <SitePage>
      <div className="paper" data-family={familyMark(family)}>
        <p className="facts paper-form">
          <IdBadge id={id} />
          <Link to={`/certifications/${id}`}>
            <English>{name}</English>
          </Link>
        </p>
        <h1>{paper.title(id.toUpperCase())}</h1>
        {questions.length > 0 && <p>{paper.summary(name, questions.length)}</p>}
        {!request && <Notice verdict="wrong">{paper.invalid}</Notice>}
        {request && questions.length === 0 && <Notice verdict="wrong">{paper.empty}</Notice>}
        <PaperForm {...{ areas, request, language }} canPrint={questions.length > 0} canTranslate={isTranslated || language !== 'en'} />
        {questions.length > 0 && (
          <>
            <p className="paper-person" aria-hidden="true">
              <span>{paper.name}</span>
              <span>{paper.date}</span>
            </p>
            <Questions questions={questions} caseStudies={caseStudies} />
            <AnswerKey questions={questions} />
          </>
        )}
      </div>
    </SitePage>
  )
}

/** A case study is printed before its first question. */
function Questions({ questions, caseStudies }: { questions: readonly Question[]; caseStudies: readonly CaseStudy[] }) {
  return (
    <section aria-label={paper.questions}>
      {questions.map((question, i) => {
        const caseStudy = caseStudies.find((one) => one.id === question.caseStudyId)
        const isFirst = questions.findIndex((other) => other.caseStudyId === question.caseStudyId) === i
        return (
          <Fragment key={question.id}>
            {caseStudy && isFirst && (
              <section className="paper-case flow">
                <h2>{paper.caseStudy(caseStudy.title)}</h2>
                <BookText html={caseStudy.content} />
              </section>
            )}
            <PaperQuestion question={question} number={i + 1} />
          </Fragment>
        )
      })}
    </section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <QuestionsError error={error} />
}
