import { type JobService, type JobServiceOptions, startJobService } from './job-service.js';

/** An item of Jenkins' queue, which becomes a build. */
export interface JenkinsItem {
  readonly id: number;
  readonly job: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  build?: JenkinsBuild;
  isCancelled: boolean;
  /** Jenkins forgets an item some minutes after it has left the queue. */
  isForgotten: boolean;
  timesRead: number;
}

export interface JenkinsBuild {
  readonly number: number;
  /** Tests end a build: `SUCCESS`, `UNSTABLE`, `FAILURE`, `NOT_BUILT` or `ABORTED`. */
  result: string | null;
  isStopping: boolean;
}

/** Jenkins, as J-038 and J-039 describe it. */
export interface Jenkins extends JobService {
  readonly items: readonly JenkinsItem[];
  readonly builds: readonly JenkinsBuild[];
  /** Number of builds at a time. With 0, all items wait. */
  executors: number;
  /** Builds an item at once, ahead of the others that wait. */
  readonly build: (item: JenkinsItem) => JenkinsBuild;
}

const NOT_FOUND = { status: 404, body: '<html>Not Found</html>' };

/** Starts Jenkins with any number of jobs, which take any parameters. */
export async function startJenkins(options?: JobServiceOptions): Promise<Jenkins> {
  const items: JenkinsItem[] = [];
  const builds: JenkinsBuild[] = [];
  const isWaiting = (item: JenkinsItem): boolean => !item.build && !item.isCancelled;
  const findItem = (id: string | null): JenkinsItem | undefined =>
    items.find((item) => String(item.id) === id && !item.isForgotten);
  const findBuild = (number: string): JenkinsBuild | undefined =>
    builds.find((build) => String(build.number) === number);
  const build = (item: JenkinsItem): JenkinsBuild => {
    item.build = { number: builds.length + 1, result: null, isStopping: false };
    builds.push(item.build);
    return item.build;
  };
  const leaveQueue = (item: JenkinsItem): void => {
    const running = builds.filter(({ result }) => result === null).length;
    // The first reading finds it in its quiet period.
    if (!isWaiting(item) || item.timesRead < 2 || running >= jenkins.executors) return;
    build(item);
  };

  const service = await startJobService(
    [
      [
        'POST',
        /^\/job\/([^/]+)\/build(?:WithParameters)?$/,
        ({ fields: parameters }, job) => {
          const same = items.find(
            (item) =>
              isWaiting(item) &&
              item.job === job &&
              JSON.stringify(item.parameters) === JSON.stringify(parameters),
          );
          const item = same ?? {
            id: items.length + 1,
            job,
            parameters,
            isCancelled: false,
            isForgotten: false,
            timesRead: 0,
          };
          if (!same) items.push(item);
          return { status: 201, headers: { location: `${service.url}/queue/item/${item.id}/` } };
        },
      ],
      [
        'GET',
        /^\/queue\/item\/(\d+)\/api\/json$/,
        (_request, id) => {
          const item = findItem(id);
          if (!item) return NOT_FOUND;
          item.timesRead += 1;
          leaveQueue(item);
          const { build, job, isCancelled } = item;
          return {
            status: 200,
            body: {
              id: item.id,
              why: isWaiting(item) ? 'Waiting for next available executor' : null,
              task: { name: job, url: `${service.url}/job/${job}/` },
              ...(isCancelled && { cancelled: true }),
              ...(build && {
                cancelled: false,
                executable: {
                  number: build.number,
                  url: `${service.url}/job/${job}/${build.number}/`,
                },
              }),
            },
          };
        },
      ],
      [
        'POST',
        /^\/queue\/cancelItem$/,
        ({ query }) => {
          const item = findItem(query.get('id'));
          if (!item || !isWaiting(item)) return NOT_FOUND;
          item.isCancelled = true;
          return { status: 204 };
        },
      ],
      [
        'GET',
        /^\/job\/([^/]+)\/api\/json$/,
        (_request, job) => ({
          status: 200,
          body: {
            builds: items.flatMap((item) =>
              item.job === job && item.build
                ? [
                    {
                      url: `${service.url}/job/${job}/${item.build.number}/`,
                      actions: [
                        {},
                        {
                          parameters: Object.entries(item.parameters).map(([name, value]) => ({
                            name,
                            value,
                          })),
                        },
                      ],
                    },
                  ]
                : [],
            ),
          },
        }),
      ],
      [
        'GET',
        /^\/job\/([^/]+)\/(\d+)\/api\/json$/,
        (_request, job, number) => {
          const build = findBuild(number);
          if (!build) return NOT_FOUND;
          const body = {
            number: build.number,
            url: `${service.url}/job/${job}/${number}/`,
            displayName: `#${number}`,
            building: build.result === null,
            result: build.result,
          };
          // The next reading finds it stopped.
          if (build.isStopping) build.result ??= 'ABORTED';
          return { status: 200, body };
        },
      ],
      [
        'POST',
        /^\/job\/([^/]+)\/(\d+)\/stop$/,
        (_request, job, number) => {
          const build = findBuild(number);
          if (!build) return NOT_FOUND;
          build.isStopping = true;
          return { status: 302, headers: { location: `${service.url}/job/${job}/${number}/` } };
        },
      ],
      [
        'GET',
        /^\/job\/([^/]+)\/(\d+)\/consoleText$/,
        (_request, _job, number) =>
          findBuild(number)
            ? {
                status: 200,
                headers: { 'content-type': 'text/plain;charset=utf-8' },
                body: `Started by agent\nFinished: ${findBuild(number)?.result ?? 'not yet'}\n`,
              }
            : NOT_FOUND,
      ],
    ],
    options,
  );
  const jenkins: Jenkins = { ...service, items, builds, executors: 2, build };
  return jenkins;
}
