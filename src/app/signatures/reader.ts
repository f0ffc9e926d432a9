import type { ComponentAnswer, ComponentRequest } from "../../schema/from_types/component_file.ts";
import {
  closureOf,
  everythingBelow,
  type ModuleGraph,
} from "../../schema/from_types/module_graph.ts";
import { isOurs } from "../../schema/from_types/our_package.ts";
import { inOrder, isAtPlace } from "../../schema/from_types/problem_order.ts";
import type {
  AnswerTo,
  ProjectAnswer,
  ProjectRequest,
  ReadAnswer,
  ReadRequest,
} from "../../schema/from_types/read_project.ts";
import type {
  SignatureAnswer,
  SignatureProblem,
  SignatureRequest,
} from "../../schema/from_types/signature.ts";
import { moduleGraph, packageGraph } from "../../deno/deno_info.ts";
import type { ReadReply } from "./messages.ts";
import { projectOf } from "../../deno/projects.ts";
import { type ProcessOptions, ReaderProcess } from "./reader_process.ts";
import { runDeno } from "../../deno/run_deno.ts";
import { typeCheck } from "./type_check.ts";

/** Types of Node's modules and globals; Deno has the same ones, and no way to tell them. */
const NODE_TYPES = "npm:@types/node@26.3.0";
const PATIENCE_MS = 60_000;

/** How much a {@linkcode SignatureReader} has done since it was made. */
export interface ReaderCounts {
  /** Processes that were started to read. */
  readonly processes: number;
  /** Files that were parsed. */
  readonly filesParsed: number;
  /** Functions and components that were read. */
  readonly functionsRead: number;
}

/** A project, and how Deno resolves what is in it. */
interface Project extends ProjectRequest {
  readonly flags: readonly string[];
  /** Where its requests stand among all. */
  readonly places: readonly number[];
}

/** Reads signatures and components in one child process, which is kept for further readings until it is disposed of. */
export class SignatureReader implements AsyncDisposable {
  readonly #options: ProcessOptions;
  #process: ReaderProcess | undefined;
  #denoTypes: string | undefined;
  #nodeTypes: ModuleGraph | undefined;
  #projects: readonly Project[] = [];
  #counts: ReaderCounts = { processes: 0, filesParsed: 0, functionsRead: 0 };
  #before = this.#counts;
  #last: Promise<unknown> = Promise.resolve();
  #stopped = false;

  /** Makes a reader; its process starts with the first reading. */
  constructor(options: Partial<ProcessOptions> = {}) {
    this.#options = {
      program: new URL("./child.ts", import.meta.url).href,
      patienceMs: PATIENCE_MS,
      ...options,
    };
  }

  /** How much has been done so far. */
  get counts(): ReaderCounts {
    return this.#counts;
  }

  /**
   * Reads what functions say in their source. Readings follow each other.
   *
   * @returns what came of the requests, in their order
   * @throws {Error} if the process cannot be started or fails, or Deno cannot tell what modules import
   */
  read(requests: readonly SignatureRequest[]): Promise<SignatureAnswer[]> {
    return this.#next(requests);
  }

  /**
   * Reads what files say that are to be components, and all that is wrong with them. Readings follow
   * each other.
   *
   * @returns what came of the requests, in their order
   * @throws {Error} if the process cannot be started or fails, or Deno cannot tell what modules import
   */
  readComponents(requests: readonly ComponentRequest[]): Promise<ComponentAnswer[]> {
    return this.#next(requests);
  }

  /** The modules of the last reading that a module means something by, itself first, as in its graph. */
  modulesBelow(url: string): { readonly url: string; readonly local?: string }[] {
    const graph = this.#projects.find(({ graph }) => url in graph.modules)?.graph;
    if (graph === undefined) return [];
    return [...everythingBelow(graph, url, isOurs)].map((each) => {
      const { local } = graph.modules[each];
      return { url: each, ...(local === undefined ? {} : { local }) };
    });
  }

  /** Stops the process, and readings that are not done. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    const process = this.#process;
    this.#process = undefined;
    await process?.[Symbol.asyncDispose]();
    await this.#last;
  }

  #next<Request extends ReadRequest>(requests: readonly Request[]): Promise<AnswerTo<Request>[]> {
    const reading = this.#last.then(() => this.#read(requests));
    this.#last = reading.catch(() => {});
    return reading as Promise<AnswerTo<Request>[]>;
  }

  async #read(requests: readonly ReadRequest[]): Promise<ReadAnswer[]> {
    if (this.#stopped) throw new Error("Cannot read signatures: the reader was stopped");
    const started = this.#process === undefined;
    // It loads the compiler while Deno is asked about the modules.
    const process = this.#process ??= this.#start();
    try {
      const [projects, denoTypes] = await Promise.all([
        projectsOf(requests),
        this.#denoTypes ?? denoTypesText(),
      ]);
      this.#denoTypes = denoTypes;
      this.#projects = projects;
      const reply = await this.#ask(process, projects, started ? denoTypes : undefined);
      this.#count(reply);
      const answers: ReadAnswer[] = [];
      await Promise.all(projects.map(async (project, i) => {
        const confirmed = await confirm(project, reply.readings[i].answers);
        for (const [j, answer] of confirmed.entries()) answers[project.places[j]] = answer;
      }));
      return answers;
    } catch (error) {
      this.#process = undefined;
      await process[Symbol.asyncDispose]();
      throw error;
    }
  }

  #start(): ReaderProcess {
    this.#counts = { ...this.#counts, processes: this.#counts.processes + 1 };
    this.#before = this.#counts;
    return new ReaderProcess(this.#options);
  }

  async #ask(
    process: ReaderProcess,
    projects: readonly Project[],
    denoTypes: string | undefined,
  ): Promise<ReadReply> {
    const message = {
      projects: projects.map(({ folder, graph, requests }) => ({ folder, graph, requests })),
      ...(this.#nodeTypes === undefined ? {} : { nodeTypes: this.#nodeTypes }),
    };
    const reply = await process.ask(denoTypes === undefined ? message : { ...message, denoTypes });
    if (!reply.readings.some(({ lacksNode }) => lacksNode)) return reply;
    this.#nodeTypes = await packageGraph(NODE_TYPES, projects[0].folder);
    return await process.ask({ ...message, nodeTypes: this.#nodeTypes });
  }

  #count({ filesParsed, functionsRead }: ReadReply): void {
    this.#counts = {
      processes: this.#counts.processes,
      filesParsed: this.#before.filesParsed + filesParsed,
      functionsRead: this.#before.functionsRead + functionsRead,
    };
  }
}

async function denoTypesText(): Promise<string> {
  const { success, stdout, stderr } = await runDeno(["types"], Deno.cwd());
  if (success) return stdout;
  throw new Error(`Cannot read signatures: Deno does not tell its types: ${stderr.trim()}`);
}

async function projectsOf(requests: readonly ReadRequest[]): Promise<Project[]> {
  const homes = requests.map(({ url }) => projectOf(url));
  // Those without a project are read together, wherever they are.
  const anywhere = homes.find(({ alone }) => alone)?.folder;
  const places = Map.groupBy(
    requests.keys(),
    (i) => homes[i].alone ? anywhere! : homes[i].folder,
  );
  return await Promise.all([...places].map(async ([folder, places]) => {
    const ofProject = places.map((i) => requests[i]);
    const urls = [...new Set(ofProject.map(({ url }) => url))];
    return { folder, places, requests: ofProject, ...await moduleGraph(urls, folder) };
  }));
}

/** Asks Deno about what looked like errors of types: its word counts, since its surroundings do. */
async function confirm(
  { folder, flags, graph, requests }: Project,
  answers: readonly ProjectAnswer[],
): Promise<ReadAnswer[]> {
  const doubtful = requests.filter((_, i) => answers[i].doubts.length > 0).map(({ url }) => url);
  if (doubtful.length === 0) return answers.map(({ answer }) => answer);
  const found = await typeCheck([...new Set(doubtful)], folder, flags);
  return answers.map(({ answer, doubts }, i) => {
    if (doubts.length === 0) return answer;
    const below = closureOf(graph, requests[i].url, isOurs);
    const problems = found?.filter(({ url }) => below.has(url)) ?? doubts;
    return problems.length === 0 ? answer : withErrors(requests[i], answer, problems);
  });
}

/** Of a function, errors of types say enough; of a file, all that is wrong is told. */
function withErrors(
  request: ReadRequest,
  { problems: broken = [] }: ReadAnswer,
  errors: readonly SignatureProblem[],
): ReadAnswer {
  if ("functionName" in request) return { problems: errors };
  // One mistake has one line; but at the start stands what is said of the whole file.
  const others = errors.filter((error, i) =>
    error.line === 1 && error.column === 1 ||
    ![...broken, ...errors.slice(0, i)].some((problem) => isAtPlace(problem, error))
  );
  return { problems: inOrder([...broken, ...others], request.url) };
}
