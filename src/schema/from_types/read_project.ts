import { componentAnswer, functionAnswer } from "./answer.ts";
import { type CompilerSettings, compilerSettings } from "./compiler_settings.ts";
import type { ComponentAnswer, ComponentRequest } from "./component_file.ts";
import { diagnostics, localFiles } from "./diagnostics.ts";
import type { Files } from "./files.ts";
import { closureOf, type ModuleGraph } from "./module_graph.ts";
import { isOurs } from "./our_package.ts";
import { makeProgram, type Program } from "./program.ts";
import type { SignatureAnswer, SignatureProblem, SignatureRequest } from "./signature.ts";
import { SourceCache } from "./source_cache.ts";
import type { ts } from "./typescript.ts";

/** What can be asked of a module: one of its functions, or what it is as the file of a component. */
export type ReadRequest = SignatureRequest | ComponentRequest;

/** What comes of a request of one kind. */
export type AnswerTo<Request extends ReadRequest> = Request extends SignatureRequest
  ? SignatureAnswer
  : ComponentAnswer;

/** What comes of any request. */
export type ReadAnswer = SignatureAnswer | ComponentAnswer;

/** Modules that one configuration holds for, and what is to be read of them. It is JSON. */
export interface ProjectRequest<Request extends ReadRequest = ReadRequest> {
  /** Path of the folder whose configuration holds. */
  readonly folder: string;
  readonly graph: ModuleGraph;
  readonly requests: readonly Request[];
}

/** What came of a request, if its module has no errors. */
export interface ProjectAnswer<Answer extends ReadAnswer = ReadAnswer> {
  readonly answer: Answer;
  /** Errors of types in its module and what that imports, unless Deno finds none. */
  readonly doubts: readonly SignatureProblem[];
}

/** What came of a {@linkcode ProjectRequest}. */
export interface ProjectReading<Answer extends ReadAnswer = ReadAnswer> {
  /** In the order of the requests. */
  readonly answers: readonly ProjectAnswer<Answer>[];
  /** Whether types of Node are asked for that are not there; with them, more can be said. */
  readonly lacksNode: boolean;
}

/** What was read of a module, for as long as nothing below it changes. */
interface ModuleReading {
  readonly state: string;
  readonly syntax: readonly SignatureProblem[];
  readonly types: readonly SignatureProblem[];
  readonly answers: Map<string, ReadAnswer>;
}

interface Made {
  readonly program: Program;
  /** What was given to make it. */
  readonly state: string;
}

/** Reads functions and components of projects, and remembers what has not changed since. */
export class ProjectReader {
  readonly #files: Files;
  readonly #denoTypes: string;
  readonly #progress: (what: string) => void;
  readonly #cache = new SourceCache();
  readonly #programs = new Map<string, Made>();
  readonly #modules = new Map<string, ModuleReading>();
  readonly #versions = new WeakMap<ts.SourceFile, number>();
  #lastVersion = 0;
  #functionsRead = 0;

  /**
   * Makes a reader that has read nothing.
   *
   * @param denoTypes What `deno types` prints
   * @param progress Told what is worked on, before it is
   */
  constructor(files: Files, denoTypes: string, progress: (what: string) => void) {
    this.#files = files;
    this.#denoTypes = denoTypes;
    this.#progress = progress;
  }

  /** How many files have been parsed so far. */
  get filesParsed(): number {
    return this.#cache.count;
  }

  /** How many functions and components have been read so far. */
  get functionsRead(): number {
    return this.#functionsRead;
  }

  /** Reads what is asked of the modules of a project. */
  read<Request extends ReadRequest>(
    project: ProjectRequest<Request>,
    nodeTypes: ModuleGraph | undefined,
  ): ProjectReading<AnswerTo<Request>> {
    const { folder, graph, requests } = project;
    const modules = [...new Set(requests.map(({ url }) => url))];
    this.#progress(`the types of ${modules.length === 1 ? modules[0] : `files below ${folder}`}`);
    const compiler = compilerSettings(this.#files, folder);
    const program = this.#program(project, modules, compiler, nodeTypes);
    if (program.lacksNode && nodeTypes === undefined) return { answers: [], lacksNode: true };
    const errorsOf = diagnostics(graph, program);
    const settings = JSON.stringify([compiler, nodeTypes !== undefined]);
    const answers = requests.map((request) => {
      const module = this.#module(request.url, graph, program, settings, errorsOf);
      const key = JSON.stringify(request);
      const known = module.answers.get(key);
      const answer = known ?? this.#answer(request, module.syntax, graph, program);
      module.answers.set(key, answer);
      return { answer: answer as AnswerTo<Request>, doubts: module.types };
    });
    return { answers, lacksNode: false };
  }

  #program(
    { folder, graph }: ProjectRequest,
    modules: readonly string[],
    compiler: CompilerSettings,
    nodeTypes: ModuleGraph | undefined,
  ): Program {
    const last = this.#programs.get(folder);
    const state = JSON.stringify([compiler, graph, nodeTypes]);
    const program = makeProgram({
      graph,
      modules,
      compiler,
      nodeTypes,
      files: this.#files,
      cache: this.#cache,
      denoTypes: this.#denoTypes,
    }, last?.state === state ? last.program.program : undefined);
    this.#programs.set(folder, { program, state });
    return program;
  }

  #module(
    url: string,
    graph: ModuleGraph,
    program: Program,
    settings: string,
    errorsOf: ReturnType<typeof diagnostics>,
  ): ModuleReading {
    const state = settings + [...closureOf(graph, url, isOurs)].map((each) => {
      const file = program.fileOf(each);
      return `${each} ${file && this.#version(file)} ${
        JSON.stringify(graph.modules[each].imports)
      }`;
    }).join("\n");
    const last = this.#modules.get(url);
    if (last?.state === state) return last;
    this.#progress(url);
    const reading = { state, ...errorsOf(localFiles(graph, url)), answers: new Map() };
    this.#modules.set(url, reading);
    return reading;
  }

  /** A number that no other text has had. */
  #version(file: ts.SourceFile): number {
    const known = this.#versions.get(file) ?? ++this.#lastVersion;
    this.#versions.set(file, known);
    return known;
  }

  #answer(
    request: ReadRequest,
    syntax: readonly SignatureProblem[],
    graph: ModuleGraph,
    program: Program,
  ): ReadAnswer {
    const isFunction = "functionName" in request;
    // What is left of a file that cannot be parsed tells nothing.
    const isBroken = isFunction ? syntax.length > 0 : syntax.some(({ url }) => url === request.url);
    if (isBroken) return { problems: syntax };
    this.#progress(isFunction ? `${JSON.stringify(request.key)} of ${request.url}` : request.url);
    this.#functionsRead++;
    if (isFunction) return functionAnswer(request, program);
    return componentAnswer(request, syntax, { graph, program, files: this.#files });
  }
}
