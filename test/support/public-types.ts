import { existsSync, readFileSync } from 'node:fs';

import ts from 'typescript';

/** A declaration, by the file it stands in and its name there. */
interface Place {
  readonly file: string;
  readonly name: string;
}

const toKey = ({ file, name }: Place): string => `${name} (${file})`;

/** Finds the types that the signatures of an entry point name. */
export class PublicTypes {
  readonly #root: URL;
  readonly #sources = new Map<string, ts.SourceFile>();

  /** @param root The folder that paths are relative to. */
  constructor(root: URL) {
    this.#root = root;
  }

  /**
   * Returns the types that signatures of an entry name and the entry does not export, with the exports that name them.
   *
   * @param opaque Exported types whose members users have no need to name.
   */
  missing(entry: string, opaque: readonly string[] = []): Record<string, string[]> {
    const exported = new Map(this.#exportsOf(entry).map((place) => [toKey(place), place]));
    const missing: Record<string, string[]> = {};
    for (const place of exported.values()) {
      if (opaque.includes(place.name)) continue;
      for (const named of this.#namedBy(place)) {
        const key = toKey(named);
        if (!exported.has(key)) missing[key] = [...(missing[key] ?? []), place.name];
      }
    }
    return missing;
  }

  #source(file: string): ts.SourceFile {
    const known = this.#sources.get(file);
    if (known) return known;
    const text = readFileSync(new URL(file, this.#root), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    this.#sources.set(file, source);
    return source;
  }

  /** The file that a relative import leads to. */
  #resolve(from: string, specifier: ts.Expression | undefined): string | undefined {
    if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return;
    const url = new URL(specifier.text.replace(/\.js$/, '.ts'), new URL(from, this.#root));
    return existsSync(url) ? url.href.slice(this.#root.href.length) : undefined;
  }

  #exportsOf(entry: string): Place[] {
    return this.#source(entry).statements.flatMap((statement) => {
      if (!ts.isExportDeclaration(statement) || !statement.exportClause) return [];
      const file = this.#resolve(entry, statement.moduleSpecifier);
      if (file === undefined || !ts.isNamedExports(statement.exportClause)) return [];
      return statement.exportClause.elements.map(({ name, propertyName }) =>
        this.#follow({ file, name: (propertyName ?? name).text }),
      );
    });
  }

  /** The declaration behind a name that a file may only pass on. */
  #follow({ file, name }: Place): Place {
    for (const statement of this.#source(file).statements) {
      if (!ts.isExportDeclaration(statement) || !statement.exportClause) continue;
      if (!ts.isNamedExports(statement.exportClause)) continue;
      const found = statement.exportClause.elements.find((element) => element.name.text === name);
      const target = found && this.#resolve(file, statement.moduleSpecifier);
      if (target === undefined) continue;
      return this.#follow({
        file: target,
        name: (found?.propertyName ?? found?.name)?.text ?? name,
      });
    }
    return { file, name };
  }

  #declarationsOf({ file, name }: Place): ts.Node[] {
    return this.#source(file).statements.flatMap((statement): ts.Node[] => {
      if (ts.isVariableStatement(statement)) {
        return statement.declarationList.declarations.filter(
          (declaration) => ts.isIdentifier(declaration.name) && declaration.name.text === name,
        );
      }
      const declared = (statement as { readonly name?: ts.Node }).name;
      return declared && ts.isIdentifier(declared) && declared.text === name ? [statement] : [];
    });
  }

  /** The same without the implementation of a function with overloads, which nobody outside sees. */
  #signaturesOf(place: Place): ts.Node[] {
    const declarations = this.#declarationsOf(place);
    const overloads = declarations.filter(
      (node) => ts.isFunctionDeclaration(node) && node.body === undefined,
    );
    return overloads.length > 0 ? overloads : declarations;
  }

  /** The declaration in this repository that a name in a file stands for. */
  #find(file: string, name: string): Place | undefined {
    if (this.#declarationsOf({ file, name }).length > 0) return { file, name };
    for (const statement of this.#source(file).statements) {
      if (!ts.isImportDeclaration(statement)) continue;
      const bindings = statement.importClause?.namedBindings;
      if (!bindings || !ts.isNamedImports(bindings)) continue;
      const found = bindings.elements.find((element) => element.name.text === name);
      const target = found && this.#resolve(file, statement.moduleSpecifier);
      if (target === undefined) continue;
      return this.#follow({
        file: target,
        name: (found?.propertyName ?? found?.name)?.text ?? name,
      });
    }
    return undefined;
  }

  #namedBy(place: Place): Place[] {
    const found = new Map<string, Place>();
    for (const declaration of this.#signaturesOf(place)) {
      for (const name of typeNamesIn(declaration)) {
        const named = this.#find(place.file, name);
        if (named) found.set(toKey(named), named);
      }
    }
    return [...found.values()];
  }
}

const isHidden = (node: ts.Node): boolean =>
  ts.isBlock(node) ||
  (ts.isClassElement(node) &&
    ((ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) !== 0 ||
      (node.name !== undefined && ts.isPrivateIdentifier(node.name))));

/** The names of types in a signature, without what its body and its type parameters name. */
function typeNamesIn(node: ts.Node, parameters: ReadonlySet<string> = new Set()): string[] {
  if (isHidden(node)) return [];
  const own = (node as { typeParameters?: ts.NodeArray<ts.TypeParameterDeclaration> })
    .typeParameters;
  const known = new Set([...parameters, ...(own ?? []).map(({ name }) => name.text)]);
  if (ts.isInferTypeNode(node)) known.add(node.typeParameter.name.text);
  const hasValue = ts.isVariableDeclaration(node) || ts.isParameter(node);
  if (hasValue || ts.isPropertyDeclaration(node)) {
    const { type, initializer } = node;
    const isFunction = initializer !== undefined && ts.isFunctionLike(initializer);
    const shown = type ?? (isFunction ? initializer : undefined);
    return shown ? typeNamesIn(shown, known) : [];
  }
  const name = ts.isTypeReferenceNode(node)
    ? node.typeName
    : ts.isExpressionWithTypeArguments(node)
      ? node.expression
      : undefined;
  const names = name && ts.isIdentifier(name) && !known.has(name.text) ? [name.text] : [];
  ts.forEachChild(node, (child) => {
    names.push(...typeNamesIn(child, known));
  });
  return names;
}
