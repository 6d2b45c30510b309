/** `/admin/images?show=unused&page=&delete=`: lists uploaded images with their uses, and deletes them. */
import { dayMs } from '#exam/duration.ts'
import { Form, Link, data, redirect } from 'react-router'
import { printAddress } from '#web/admin/list-address.ts'
import { dayOf } from '#web/admin/timestamp.tsx'
import { servicesContext } from '#web/context.ts'
import { logStoreProblem } from '#web/http/store-problem.ts'
import { sentenceOf } from '#web/text/en/accounts.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { images as words, size } from '#web/text/en/admin/images.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Pagination, readPage } from '#web/ui/figures/pagination.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Table } from '#web/ui/figures/table.tsx'
import type { Route } from './+types/images.ts'
import { deleteImage, findImage, listImages, type ImageDeleteRefusal, type ImageUse, type ListedImage } from '#server/bank/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'
import { readFields } from '#web/accounts/index.ts'

type Problem = keyof typeof words.problems

export async function loader({ request, context, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const services = context.get(servicesContext)
  const isUnusedOnly = url.searchParams.get('show') === 'unused'
  const name = url.searchParams.get('delete')
  try {
    const found = await listImages(services, { isUnusedOnly, page: readPage(url.searchParams.get('page')) })
    /** Set when the page asks to confirm a deletion. */
    const toDelete = name === null ? undefined : await findImage(services, name)
    const isNew = toDelete !== undefined && Date.now() - toDelete.uploadedAt.getTime() < dayMs
    return data({ found, toDelete, isMissing: name !== null && !toDelete, isNew, isUnusedOnly, done: url.searchParams.get('done') })
  } catch (error) {
    logStoreProblem(context, error)
    return data({ found: undefined }, { status: 503 })
  }
}

const statuses: Record<ImageDeleteRefusal, number> = {
  NOT_AN_ADMINISTRATOR: 403,
  UNKNOWN_IMAGE: 404,
  IMAGE_USED: 409,
  IMAGE_IN_EARLIER_VERSION: 409,
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = await getAdministrator(context, request)
  const { values, problem } = await readFields(request, ['name', 'earlier'])
  const refused = (problem: Problem, status: number) => data({ problem }, { status })
  if (problem) return refused('FIELD_UNREADABLE', 400)
  try {
    const refusal = await deleteImage(context.get(servicesContext), viewer.id, values.name, values.earlier === 'yes')
    if (refusal) return refused(refusal, statuses[refusal])
  } catch (error) {
    logStoreProblem(context, error)
    return refused('IMAGE_STORE', 503)
  }
  return redirect(pagePath(url.searchParams.get('show') === 'unused', readPage(url.searchParams.get('page')), { done: 'deleted' }))
}

export function meta() {
  return [{ title: `${words.title}, Praxam` }]
}

export default function Images({ loaderData, actionData }: Route.ComponentProps) {
  const { found } = loaderData
  return (
    <>
      <div className="title">
        <h1>{words.title}</h1>
      </div>
      <div className="flow">
        <p className="soft measure">{words.lede}</p>
        {actionData && <Notice verdict="wrong">{words.problems[actionData.problem]}</Notice>}
        {found ? (
          <Found {...loaderData} found={found} hasFailed={actionData !== undefined} />
        ) : (
          <Notice verdict="wrong">{words.problems.IMAGE_STORE}</Notice>
        )}
      </div>
    </>
  )
}

type Loaded = Extract<Route.ComponentProps['loaderData'], { found: object }>

function Found({ found, toDelete, isMissing, isNew, isUnusedOnly, done, hasFailed }: Loaded & { hasFailed: boolean }) {
  const { images, total, unused, page, pages, isCut } = found
  const sentence = sentenceOf(words.done, done)
  return (
    <>
      {sentence && !hasFailed && <Notice verdict="right">{sentence}</Notice>}
      {isMissing && !hasFailed && <Notice verdict="wrong">{words.problems.UNKNOWN_IMAGE}</Notice>}
      {toDelete && <DeleteConfirmation image={toDelete} isNew={isNew} path={(more) => pagePath(isUnusedOnly, page, more)} />}
      <nav className="tabs" aria-label={words.filter}>
        <Link to={pagePath(false)} aria-current={isUnusedOnly ? undefined : 'page'}>
          {words.all(total)}
        </Link>
        <Link to={pagePath(true)} aria-current={isUnusedOnly ? 'page' : undefined}>
          {words.unused(unused)}
        </Link>
      </nav>
      {isCut && <p className="small">{words.cut(total)}</p>}
      {images.length > 0 ? (
        <ImageTable images={images} linkToDelete={(name) => `${pagePath(isUnusedOnly, page, { delete: name })}#delete`} />
      ) : (
        <p>{total > 0 ? words.noneUnused : words.none}</p>
      )}
      <Pagination texts={bank} current={page} total={pages} linkTo={(number) => pagePath(isUnusedOnly, number)} />
    </>
  )
}

function ImageTable({ images, linkToDelete }: { images: ListedImage[]; linkToDelete: (name: string) => string }) {
  const { columns } = words
  return (
    <Table
      rows={images}
      rowKey={({ name }) => name}
      columns={[
        { title: columns.image, renderCell: (image) => <Thumbnail image={image} /> },
        { title: columns.uses, renderCell: (image) => (image.useCount > 0 ? <Uses image={image} /> : <UnusedSign image={image} />) },
        { title: columns.size, renderCell: ({ bytes }) => size(bytes), isLabeled: true },
        { title: columns.uploaded, renderCell: ({ uploadedAt }) => dayOf(uploadedAt), isLabeled: true },
        {
          title: columns.action,
          isTitleHidden: true,
          renderCell: ({ name, useCount }) =>
            useCount === 0 && (
              <div className="row">
                <Link className="button" data-kind="danger" to={linkToDelete(name)}>
                  {words.delete} <span className="visually-hidden">{words.deleteSubject(shortName(name))}</span>
                </Link>
              </div>
            ),
        },
      ]}
    />
  )
}

function Thumbnail({ image: { name, address } }: { image: ListedImage }) {
  return (
    <a className="thumbnail" href={address}>
      <img src={address} alt="" loading="lazy" width={64} height={48} />
      {shortName(name)}
    </a>
  )
}

/** `3f9c0a1b….png`: short, but enough to tell images apart. */
function shortName(name: string): string {
  return name.replace(/^(.{8}).{8,}(?=\.)/, '$1…')
}

function UnusedSign({ image }: { image: ListedImage }) {
  return <span className="badge">{image.earlierUses.length > 0 ? words.earlierSign : words.unusedSign}</span>
}

function Uses({ image: { uses, useCount } }: { image: ListedImage }) {
  return (
    <ul className="uses" role="list">
      {uses.map((use) => (
        <UseLink key={`${use.kind} ${use.id}`} use={use} />
      ))}
      {useCount > uses.length && <li className="small">{words.more(useCount - uses.length)}</li>}
    </ul>
  )
}

function UseLink({ use }: { use: ImageUse }) {
  return (
    <li>
      <span className="small">{words.kind[use.kind]}</span> <Link to={pathOf(use)}>{use.words || words.noWords}</Link>
    </li>
  )
}

function pathOf({ kind, id, examId }: ImageUse): string {
  return kind === 'question' ? `/admin?${new URLSearchParams({ exam: examId, edit: id })}` : `/admin/case-studies/${encodeURIComponent(id)}`
}

function DeleteConfirmation({ image, isNew, path }: { image: ListedImage; isNew: boolean; path: (more?: { delete: string }) => string }) {
  const { name, address, useCount, earlierUses } = image
  return (
    <section className="flow removal" id="delete">
      <h2>{words.sure}</h2>
      <img src={address} alt={words.deleteSubject(shortName(name))} />
      {useCount > 0 ? (
        <>
          <p role="alert">{words.problems.IMAGE_USED}</p>
          <Uses image={image} />
        </>
      ) : (
        <>
          <p role="alert">{words.sureText}</p>
          {isNew && <p>{words.sureNew}</p>}
          {earlierUses.length > 0 && <EarlierUses uses={earlierUses} />}
          <Form className="row" method="post" action={path({ delete: name })}>
            <input type="hidden" name="name" value={name} />
            {earlierUses.length > 0 && <input type="hidden" name="earlier" value="yes" />}
            <SubmitButton label={words.confirm} busy={words.busy} kind="danger" />
            <Link className="button" to={path()}>
              {words.keep}
            </Link>
          </Form>
        </>
      )}
    </section>
  )
}

function EarlierUses({ uses }: { uses: ImageUse[] }) {
  return (
    <>
      <p>{words.sureEarlier}</p>
      <ul className="uses" role="list">
        {uses.map((use) => (
          <UseLink key={use.id} use={use} />
        ))}
      </ul>
    </>
  )
}

function pagePath(isUnusedOnly: boolean, page = 1, more: { delete?: string; done?: string } = {}): string {
  return printAddress('/admin/images', { show: isUnusedOnly && 'unused', page: page > 1 && String(page), ...more })
}
