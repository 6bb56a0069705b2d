import { GATEWAY_RECIPES } from './recipes/gateways.ts';
import { JAVASCRIPT_RECIPES } from './recipes/javascript.ts';
import { JVM_DOTNET_GO_RECIPES } from './recipes/jvm-dotnet-go.ts';
import { PYTHON_PHP_RUBY_RECIPES } from './recipes/python-php-ruby.ts';
import type { Recipe } from './recipes/recipe.ts';

/** How each framework gets at the raw body, in the order people look for them. */
export function recipes(): Recipe[] {
  return [...JAVASCRIPT_RECIPES, ...JVM_DOTNET_GO_RECIPES, ...PYTHON_PHP_RUBY_RECIPES, ...GATEWAY_RECIPES];
}

/** The recipe of this id, or undefined. */
export function recipe(id: string): Recipe | undefined {
  return recipes().find((one) => one.id === id);
}
